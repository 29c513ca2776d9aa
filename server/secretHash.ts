import { createHash } from 'node:crypto'

/** How a random secret is kept: hashed, so that a stolen database opens nothing (api, "Tokens"). */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
