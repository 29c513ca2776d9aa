import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../secrets.ts'

/**
 * The secret of a link that declines notices by mail. It lives as long as the mail it stands in, and can do that alone;
 * so it is a signature (256 bits) and no row.
 */
export function desinscriptionJeton({ jwt }: Secrets, utilisateurId: number): string {
  return `${utilisateurId}.${signatureOf(jwt, utilisateurId)}`
}

/** Whose link it is; null when it was not made here. */
export function utilisateurOfJeton({ jwt }: Secrets, jeton: string): number | null {
  const [, id, signature] = /^([1-9]\d{0,14})\.([\w-]{43})$/.exec(jeton) ?? []
  if (id === undefined || signature === undefined) return null
  const isOurs = timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(jwt, Number(id))))
  return isOurs ? Number(id) : null
}

/** The key signs session tokens too; a token never begins with these words. */
function signatureOf(key: string, utilisateurId: number): string {
  return createHmac('sha256', key).update(`avis/desinscription:${utilisateurId}`).digest('base64url')
}
