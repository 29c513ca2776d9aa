import { createHash } from 'node:crypto'

/** Hashes a random secret for storage, so that a stolen database cannot be used to log in. */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
