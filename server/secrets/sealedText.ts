import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** A key of 256 bits, and what is authenticated with the text: a sealed text does not open for another context. */
interface Seal {
  readonly key: Buffer
  readonly context: string
}

/** Encrypts and authenticates a text (AES-256-GCM). Returns base64url. */
export function sealText(text: string, { key, context }: Seal): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(context))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Decrypts a sealed text; null when it was sealed with another key or for another context, or is damaged. */
export function openSealedText(sealed: string, { key, context }: Seal): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  const [iv, tag] = [bytes.subarray(0, ivBytes), bytes.subarray(ivBytes, ivBytes + tagBytes)]
  try {
    const decipher = createDecipheriv(algorithm, key, iv, { authTagLength: tagBytes })
      .setAAD(Buffer.from(context))
      .setAuthTag(tag)
    return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return null
  }
}
