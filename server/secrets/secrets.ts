import { hkdfSync, randomBytes } from 'node:crypto'
import * as v from 'valibot'
import webPush from 'web-push'

const key = v.pipe(v.string(), v.minLength(43))

/**
 * Keys of 256 bits for session tokens (`jwt`) and gallery signatures (`galerie`), and the VAPID key pair for pushes
 * (RFC 8292), whose public key is given to every subscribing browser. Never in code or logs.
 */
export const secretSchemas = {
  jwt: key,
  galerie: key,
  vapid: v.object({
    publicKey: v.pipe(v.string(), v.length(87)),
    privateKey: v.pipe(v.string(), v.length(43)),
  }),
} as const

export type SecretName = keyof typeof secretSchemas

export const secretNames = Object.keys(secretSchemas) as readonly SecretName[]

/** Whether a word names a secret. */
export function isSecretName(word: string | undefined): word is SecretName {
  return word !== undefined && Object.hasOwn(secretSchemas, word)
}

export type Secrets = { readonly [Name in SecretName]: v.InferOutput<(typeof secretSchemas)[Name]> }

/** The keys that seal the secrets in the database, 256 bits each; null: none. */
export interface SecretsKeys {
  /** SECRETS_KEY; without it the secrets in the database are not encrypted. */
  readonly current: Buffer | null
  /** SECRETS_KEY_PREVIOUS, for the starts after a change of the key. */
  readonly previous: Buffer | null
}

export const noSecretsKeys: SecretsKeys = { current: null, previous: null }

/** Makes a new value of one secret. */
export function makeSecret(name: SecretName): Secrets[SecretName] {
  return name === 'vapid' ? webPush.generateVAPIDKeys() : newSecret()
}

/** Derives a key of 256 bits for one purpose from the session key (HKDF, RFC 5869), which saves a separate secret. */
export function derivedKey({ jwt }: Pick<Secrets, 'jwt'>, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', Buffer.from(jwt, 'base64url'), '', purpose, 32))
}

/** 256 random bits, base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}
