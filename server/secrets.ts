import { hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import webPush from 'web-push'
import { syncFolder } from './storage/disk/syncFolder.ts'

const secret = v.pipe(v.string(), v.minLength(43))
const keysSchema = v.object({ jwt: secret, galerie: secret })
const vapidSchema = v.object({
  publicKey: v.pipe(v.string(), v.length(87)),
  privateKey: v.pipe(v.string(), v.length(43)),
})

export const secretFiles = ['secrets.json', 'vapid.json'] as const

/**
 * Keys of 256 bits for session tokens and gallery signatures, and the VAPID key pair for pushes (RFC 8292), whose
 * public key is given to every subscribing browser. They are stored only in DATA_DIR, never in code or logs.
 */
export interface Secrets extends v.InferOutput<typeof keysSchema> {
  readonly vapid: v.InferOutput<typeof vapidSchema>
}

/** Reads the secrets of a data folder. Creates them on the first start, readable only by their owner. */
export async function loadSecrets(dataDir: string): Promise<Secrets> {
  await mkdir(dataDir, { recursive: true })
  const keys = { schema: keysSchema, make: () => ({ jwt: newSecret(), galerie: newSecret() }) }
  const vapid = { schema: vapidSchema, make: () => webPush.generateVAPIDKeys() }
  const [keysPath, vapidPath] = [join(dataDir, secretFiles[0]), join(dataDir, secretFiles[1])]
  return { ...(await keep(keysPath, keys)), vapid: await keep(vapidPath, vapid) }
}

interface Kept<S extends v.GenericSchema> {
  readonly schema: S
  readonly make: () => v.InferInput<S>
}

async function keep<S extends v.GenericSchema>(path: string, { schema, make }: Kept<S>): Promise<v.InferOutput<S>> {
  const known = await readFile(path, 'utf8').catch(() => null)
  if (known !== null) return parseSecrets(schema, known, path)
  // Flush, then link: a kill or a power cut must not leave a partial file, which would prevent every later start. Of
  // two nodes that start together, the first link wins.
  const fresh = `${path}.${randomUUID()}`
  await writeFile(fresh, JSON.stringify(make()), { mode: 0o600, flush: true })
  await chmod(fresh, 0o600)
  await link(fresh, path).catch(ignoreExisting)
  await rm(fresh)
  await syncFolder(dirname(path))
  return parseSecrets(schema, await readFile(path, 'utf8'), path)
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}

function parseSecrets<S extends v.GenericSchema>(schema: S, text: string, path: string): v.InferOutput<S> {
  try {
    return v.parse(schema, JSON.parse(text))
  } catch {
    throw new Error(`${path} ne contient pas les secrets attendus. / ${path} does not hold the expected secrets.`)
  }
}

/** Derives a key of 256 bits for one purpose from the session key (HKDF, RFC 5869), which saves a separate secret. */
export function derivedKey({ jwt }: Pick<Secrets, 'jwt'>, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', Buffer.from(jwt, 'base64url'), '', purpose, 32))
}

/** 256 random bits, base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}
