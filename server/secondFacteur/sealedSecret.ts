import { openSealedText, sealText } from '../secrets/sealedText.ts'
import { derivedKey, type Secrets } from '../secrets/secrets.ts'

/**
 * Encrypts the secret of an authenticator app for the database.
 * @param utilisateurId authenticated with the secret: the text of one person does not decrypt for another
 */
export function sealSecret(secrets: Secrets, utilisateurId: number, secret: string): string {
  return sealText(secret, sealOf(secrets, utilisateurId))
}

/** Decrypts a secret; null when it was encrypted with another key or for another person, or is damaged. */
export function openSecret(secrets: Secrets, utilisateurId: number, sealed: string): string | null {
  return openSealedText(sealed, sealOf(secrets, utilisateurId))
}

function sealOf(secrets: Secrets, utilisateurId: number) {
  return { key: derivedKey(secrets, 'eclats second factor'), context: String(utilisateurId) }
}
