import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { derivedKey, type Secrets } from '../secrets.ts'

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/**
 * Encrypts the secret of an authenticator app for the database, so that a copy of the database cannot generate codes.
 * @param utilisateurId authenticated with the secret: the text of one person does not decrypt for another
 */
export function sealSecret(secrets: Secrets, utilisateurId: number, secret: string): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, keyOf(secrets), iv).setAAD(Buffer.from(String(utilisateurId)))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Decrypts a secret; null when it was encrypted with another key or for another person, or is damaged. */
export function openSecret(secrets: Secrets, utilisateurId: number, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  const [iv, tag] = [bytes.subarray(0, ivBytes), bytes.subarray(ivBytes, ivBytes + tagBytes)]
  try {
    const decipher = createDecipheriv(algorithm, keyOf(secrets), iv, { authTagLength: tagBytes })
      .setAAD(Buffer.from(String(utilisateurId)))
      .setAuthTag(tag)
    return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return null
  }
}

function keyOf(secrets: Secrets): Buffer {
  return derivedKey(secrets, 'eclats second factor')
}
