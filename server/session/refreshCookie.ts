import type { FastifyReply, FastifyRequest } from 'fastify'
import { nowIso, type Clock } from '../clock.ts'

interface CookieDeps {
  readonly clock: Clock
  readonly publicUrl: string
}

/** The name on plain http, and on https until the prefix came. */
const plainName = 'eclats_session'
const path = '/api/auth/session'

/** The secret of a refresh cookie and the instant of its end. */
export interface Refresh {
  readonly secret: string
  readonly expire: string
}

/** A refresh secret as a browser presented it. */
export interface PresentedCookie {
  readonly secret: string
  /** Whether it came under the `__Host-` name, which no other host of the domain can set (RFC 6265bis, 4.1.3.2). */
  readonly isPrefixed: boolean
}

/** Whether the app's origin takes cookies with the `__Host-` prefix: browsers want TLS for them. */
export function isPrefixedOrigin(publicUrl: string): boolean {
  return publicUrl.startsWith('https:')
}

/** The name of the refresh cookie, as it stands in the Set-Cookie header. */
export function refreshCookieName(publicUrl: string): string {
  return isPrefixedOrigin(publicUrl) ? `__Host-${plainName}` : plainName
}

/**
 * The refresh cookie of a request; null when absent. On https the name without a prefix counts only when there is no
 * other: a device from before the prefix is renewed once, and gets the new name.
 */
export function readRefreshCookie(request: FastifyRequest, { publicUrl }: CookieDeps): PresentedCookie | null {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='))
  const valueOf = (name: string) => pairs.find(([key]) => key === name)?.[1] || null
  const prefixed = isPrefixedOrigin(publicUrl) ? valueOf(refreshCookieName(publicUrl)) : null
  if (prefixed !== null) return { secret: prefixed, isPrefixed: true }
  const plain = valueOf(plainName)
  return plain === null ? null : { secret: plain, isPrefixed: false }
}

/** Sends the cookie; the page's scripts cannot read it, and one call alone takes it (product 5). */
export function setRefreshCookie(reply: FastifyReply, { secret, expire }: Refresh, deps: CookieDeps): void {
  const maxAge = Math.max(0, Math.floor((Date.parse(expire) - Date.parse(nowIso(deps.clock))) / 1000))
  send(reply, { secret, maxAge }, deps)
}

/** Takes the cookie away from the browser. */
export function clearRefreshCookie(reply: FastifyReply, deps: CookieDeps): void {
  send(reply, { secret: '', maxAge: 0 }, deps)
}

function send(reply: FastifyReply, { secret, maxAge }: { secret: string; maxAge: number }, deps: CookieDeps): void {
  const rest = 'HttpOnly; SameSite=Strict'
  if (!isPrefixedOrigin(deps.publicUrl)) {
    void reply.header('Set-Cookie', `${plainName}=${secret}; Max-Age=${maxAge}; Path=${path}; ${rest}`)
    return
  }
  // The prefix wants the path of the whole site. What a browser keeps under the name before goes.
  void reply.header('Set-Cookie', [
    `${plainName}=; Max-Age=0; Path=${path}; ${rest}; Secure`,
    `${refreshCookieName(deps.publicUrl)}=${secret}; Max-Age=${maxAge}; Path=/; ${rest}; Secure`,
  ])
}
