import type { FastifyReply, FastifyRequest } from 'fastify'
import { nowIso, type Clock } from '../clock.ts'

interface CookieDeps {
  readonly clock: Clock
  readonly publicUrl: string
}

/** The cookie name on http, and on https before the prefix was introduced. */
const plainName = 'eclats_session'
const path = '/api/auth/session'

export interface Refresh {
  readonly secret: string
  readonly expire: string
}

/** A refresh secret received from a browser. */
export interface PresentedCookie {
  readonly secret: string
  /** Whether the cookie had the `__Host-` name, which no other host of the domain can set (RFC 6265bis, 4.1.3.2). */
  readonly isPrefixed: boolean
}

/** Whether the app's origin can use the `__Host-` prefix: browsers require TLS for it. */
export function isPrefixedOrigin(publicUrl: string): boolean {
  return publicUrl.startsWith('https:')
}

/** Name of the cookie; with the prefix `__Host-` on https. */
export function refreshCookieName(publicUrl: string): string {
  return isPrefixedOrigin(publicUrl) ? `__Host-${plainName}` : plainName
}

/**
 * Reads the refresh cookie of a request; null when absent. On https the name without the prefix is accepted as a
 * fallback: a device from before the prefix renews once and gets the new name.
 */
export function readRefreshCookie(request: FastifyRequest, { publicUrl }: CookieDeps): PresentedCookie | null {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='))
  const valueOf = (name: string) => pairs.find(([key]) => key === name)?.[1] || null
  const prefixed = isPrefixedOrigin(publicUrl) ? valueOf(refreshCookieName(publicUrl)) : null
  if (prefixed !== null) return { secret: prefixed, isPrefixed: true }
  const plain = valueOf(plainName)
  return plain === null ? null : { secret: plain, isPrefixed: false }
}

/** Sets the cookie. Scripts cannot read it, and only one endpoint accepts it (product 5). */
export function setRefreshCookie(reply: FastifyReply, { secret, expire }: Refresh, deps: CookieDeps): void {
  const maxAge = Math.max(0, Math.floor((Date.parse(expire) - Date.parse(nowIso(deps.clock))) / 1000))
  send(reply, { secret, maxAge }, deps)
}

/** Makes the browser delete the cookie. */
export function clearRefreshCookie(reply: FastifyReply, deps: CookieDeps): void {
  send(reply, { secret: '', maxAge: 0 }, deps)
}

function send(reply: FastifyReply, { secret, maxAge }: { secret: string; maxAge: number }, deps: CookieDeps): void {
  const rest = 'HttpOnly; SameSite=Strict'
  if (!isPrefixedOrigin(deps.publicUrl)) {
    void reply.header('Set-Cookie', `${plainName}=${secret}; Max-Age=${maxAge}; Path=${path}; ${rest}`)
    return
  }
  // The prefix requires Path=/. Delete the cookie with the old name.
  void reply.header('Set-Cookie', [
    `${plainName}=; Max-Age=0; Path=${path}; ${rest}; Secure`,
    `${refreshCookieName(deps.publicUrl)}=${secret}; Max-Age=${maxAge}; Path=/; ${rest}; Secure`,
  ])
}
