import type { FastifyReply, FastifyRequest } from 'fastify'

/** As it stands in the Set-Cookie header. */
export const refreshCookieName = 'eclats_session'

/** Days the remembered session lives (product 5). */
export const refreshDays = 30

/** The secret of the refresh cookie; null when absent. */
export function readRefreshCookie(request: FastifyRequest): string | null {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='))
  return pairs.find(([key]) => key === refreshCookieName)?.[1] || null
}

/** Sends the cookie; the page's scripts cannot read it and it goes to one address alone (product 5). */
export function setRefreshCookie(reply: FastifyReply, secret: string, { tls }: { tls: boolean }): void {
  void reply.header('Set-Cookie', cookie(secret, { maxAge: refreshDays * 86_400, tls }))
}

/** Takes the cookie away from the browser. */
export function clearRefreshCookie(reply: FastifyReply, { tls }: { tls: boolean }): void {
  void reply.header('Set-Cookie', cookie('', { maxAge: 0, tls }))
}

function cookie(value: string, { maxAge, tls }: { maxAge: number; tls: boolean }): string {
  const secure = tls ? '; Secure' : ''
  return `${refreshCookieName}=${value}; Max-Age=${maxAge}; Path=/api/auth/session; HttpOnly; SameSite=Strict${secure}`
}
