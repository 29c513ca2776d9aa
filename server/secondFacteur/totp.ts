import { Secret, TOTP } from 'otpauth'

const issuer = 'Éclats'
/** RFC 6238, 5.2: one step before and after, for clock drift and slow typing. */
const toleratedSteps = 1
const period = 30

/** A secret of 160 bits (RFC 4226, 4), in base32 as authenticator apps expect it. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** The otpauth URI for a QR code. @param email shown in the app */
export function totpAddress(secret: string, email: string): string {
  return totpOf(secret, email).toString()
}

/**
 * The time step that a code belongs to.
 * @param now milliseconds since 1970
 * @returns null when the code is wrong or expired
 */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: toleratedSteps })
  return delta === null ? null : Math.floor(now / 1000 / period) + delta
}

function totpOf(secret: string, label = ''): TOTP {
  return new TOTP({ issuer, label, algorithm: 'SHA1', digits: 6, period, secret: Secret.fromBase32(secret) })
}
