import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../secrets/secrets.ts'

/**
 * The token of an unsubscribe link. It must not expire before the mail is deleted, and allows nothing else; therefore
 * it is a signature (256 bits) without a row.
 */
export function desinscriptionJeton({ jwt }: Secrets, utilisateurId: number): string {
  return `${utilisateurId}.${signatureOf(jwt, utilisateurId)}`
}

/** The account of a token; null when the signature is invalid. */
export function utilisateurOfJeton({ jwt }: Secrets, jeton: string): number | null {
  const [, id, signature] = /^([1-9]\d{0,14})\.([\w-]{43})$/.exec(jeton) ?? []
  if (id === undefined || signature === undefined) return null
  const isOurs = timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(jwt, Number(id))))
  return isOurs ? Number(id) : null
}

/** The key also signs session tokens; the prefix separates the two uses. */
function signatureOf(key: string, utilisateurId: number): string {
  return createHmac('sha256', key).update(`avis/desinscription:${utilisateurId}`).digest('base64url')
}
