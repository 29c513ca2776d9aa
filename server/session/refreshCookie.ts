import type { FastifyReply, FastifyRequest } from 'fastify'

const name = 'eclats_session'

/** Days the remembered session lives (product 5). */
export const refreshDays = 30

/** The secret of the refresh cookie; null when absent. */
export function readRefreshCookie(request: FastifyRequest): string | null {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='))
  return pairs.find(([key]) => key === name)?.[1] || null
}

/** Sets the cookie; the page's scripts cannot read it and it goes to one address alone (product 5). */
export function setRefreshCookie(reply: FastifyReply, secret: string): void {
  void reply.header('Set-Cookie', cookie(reply, secret, refreshDays * 86_400))
}

/** Takes the cookie away from the browser. */
export function clearRefreshCookie(reply: FastifyReply): void {
  void reply.header('Set-Cookie', cookie(reply, '', 0))
}

function cookie(reply: FastifyReply, value: string, maxAge: number): string {
  const secure = reply.request.protocol === 'https' ? '; Secure' : ''
  return `${name}=${value}; Max-Age=${maxAge}; Path=/api/auth/session; HttpOnly; SameSite=Strict${secure}`
}
