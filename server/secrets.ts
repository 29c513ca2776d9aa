import { randomBytes, randomUUID } from 'node:crypto'
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { syncFolder } from './storage/partialFile.ts'

const secret = v.pipe(v.string(), v.minLength(43))
const secretsSchema = v.object({ jwt: secret, galerie: secret })

/** Keys of 256 bits: session tokens and gallery signatures. They live in DATA_DIR alone, never in code or logs. */
export type Secrets = v.InferOutput<typeof secretsSchema>

/** Reads the secrets of a data folder, making them on the first start; only their owner may read the file. */
export async function loadSecrets(dataDir: string): Promise<Secrets> {
  await mkdir(dataDir, { recursive: true })
  const path = join(dataDir, 'secrets.json')
  const known = await readFile(path, 'utf8').catch(() => null)
  if (known !== null) return parseSecrets(known, path)
  const secrets: Secrets = { jwt: newSecret(), galerie: newSecret() }
  // Flushed, then linked into place: a kill or a power cut must not leave half a file that refuses every later start,
  // and of two nodes that start together one names the secrets of both.
  const fresh = `${path}.${randomUUID()}`
  await writeFile(fresh, JSON.stringify(secrets), { mode: 0o600, flush: true })
  await chmod(fresh, 0o600)
  await link(fresh, path).catch(unlessThere)
  await rm(fresh)
  await syncFolder(dataDir)
  return parseSecrets(await readFile(path, 'utf8'), path)
}

function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}

function parseSecrets(text: string, path: string): Secrets {
  try {
    return v.parse(secretsSchema, JSON.parse(text))
  } catch {
    throw new Error(`${path} ne contient pas les secrets attendus. / ${path} does not hold the expected secrets.`)
  }
}

/** 256 random bits, safe in an address. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}
