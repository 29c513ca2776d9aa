import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { derivedKey, type Secrets } from '../secrets/secrets.ts'

/**
 * A device from which an account has signed in before: attempts of strangers do not count against it (decision 31).
 * For each of the last accounts its cookie holds 128 random bits and a signature over them and the address. The cookie
 * contains no personal data and grants no access.
 */
export interface DeviceCookie {
  /** With TLS the `__Host-` prefix keeps other hosts of the domain from setting it (RFC 6265bis, section 4.1.3). */
  readonly name: string
  readonly attributes: string
}

const maxAgeDays = 365
/** Accounts per shared device; each takes 65 bytes of the cookie. */
const accountsKept = 5
const tokenPattern = /^([\w-]{22})([\w-]{43})$/

/** @param tls whether the public URL uses https */
export function deviceCookie({ tls }: { tls: boolean }): DeviceCookie {
  const shared = `Max-Age=${maxAgeDays * 86_400}; HttpOnly; SameSite=Strict`
  // `__Host-` requires Path=/. Without TLS the cookie is only sent to the auth endpoints.
  return tls
    ? { name: '__Host-eclats_appareil', attributes: `${shared}; Path=/; Secure` }
    : { name: 'eclats_appareil', attributes: `${shared}; Path=/api/auth` }
}

/** The value of the cookie; empty when absent. */
export function readDeviceCookie(request: FastifyRequest, { name }: DeviceCookie): string {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='))
  return pairs.find(([key]) => key === name)?.[1] ?? ''
}

/** Marks the device of a request as known to an account, for a year from now. */
export function rememberDevice(
  { request, reply, cookie }: { request: FastifyRequest; reply: FastifyReply; cookie: DeviceCookie },
  secrets: Secrets,
  email: string,
): void {
  const tokens = tokensOf(readDeviceCookie(request, cookie))
  const known = tokens.find((token) => isSigned(secrets, token, email)) ?? newToken(secrets, email)
  const kept = [known, ...tokens.filter((token) => token !== known)].slice(0, accountsKept)
  void reply.header('Set-Cookie', `${cookie.name}=${kept.join('.')}; ${cookie.attributes}`)
}

/**
 * Whether the account with this address has signed in from the device of a cookie. Does not check that the account
 * exists, so that the work is the same in both cases.
 * @param email normalized
 * @returns the key by which attempts of the device are counted, or null
 */
export function knownDevice(secrets: Secrets, value: string, email: string): string | null {
  const token = tokensOf(value).find((one) => isSigned(secrets, one, email))
  return token === undefined ? null : createHash('sha256').update(token).digest('base64url')
}

function tokensOf(value: string): string[] {
  return value
    .split('.')
    .filter((token) => tokenPattern.test(token))
    .slice(0, accountsKept)
}

function newToken(secrets: Secrets, email: string): string {
  const random = randomBytes(16).toString('base64url')
  return `${random}${signatureOf(secrets, random, email)}`
}

function isSigned(secrets: Secrets, token: string, email: string): boolean {
  const [, random = '', signature = ''] = tokenPattern.exec(token) ?? []
  return timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(secrets, random, email)))
}

function signatureOf(secrets: Secrets, random: string, email: string): string {
  return createHmac('sha256', derivedKey(secrets, 'known device')).update(`${random}:${email}`).digest('base64url')
}
