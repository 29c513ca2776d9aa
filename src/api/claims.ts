import { roleSchema } from '#domain/utilisateur/utilisateur.ts'
import type { Role } from '#domain/utilisateur/utilisateur.ts'

export interface Claims {
  readonly userId: number
  /** Empty for a guest. */
  readonly email: string
  readonly invite: boolean
  readonly role: Role
  /** Milliseconds since 1970. */
  readonly expireAt: number
}

/**
 * Reads a session token: userId, sub (the e-mail, or `invite:<id>` for a guest), role, exp (specification, section 3).
 * The signature is not checked here: only the server does that.
 * @returns null when the token cannot be read
 */
export function readClaims(token: string): Claims | null {
  try {
    const payload = token.split('.')[1] ?? ''
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
    const { userId, sub, role, exp } = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>
    const known = roleSchema.options.find((option) => option === role)
    if (typeof userId !== 'number' || typeof sub !== 'string' || typeof exp !== 'number' || !known) return null
    const invite = sub === `invite:${userId}`
    return { userId, email: invite ? '' : sub, invite, role: known, expireAt: exp * 1000 }
  } catch {
    return null
  }
}
