import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { ConfigError } from '../config.ts'
import { type Secrets, secretSchemas } from './secrets.ts'

/** Files of DATA_DIR in which earlier versions kept the secrets. */
export const secretFiles = ['secrets.json', 'vapid.json'] as const

const { vapid, ...keys } = secretSchemas
const keysSchema = v.object(keys)

/**
 * Reads the secrets that an earlier version left in a data folder.
 * @throws ConfigError when a file is damaged
 */
export async function readSecretFiles(dataDir: string): Promise<Partial<Secrets>> {
  const [keysPath, vapidPath] = [join(dataDir, secretFiles[0]), join(dataDir, secretFiles[1])]
  const pair = await read(vapidPath, vapid)
  return { ...(await read(keysPath, keysSchema)), ...(pair && { vapid: pair }) }
}

/** @returns null when there is no such file */
async function read<S extends v.GenericSchema>(path: string, schema: S): Promise<v.InferOutput<S> | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return null
  try {
    return v.parse(schema, JSON.parse(text))
  } catch {
    throw new ConfigError(`${path} ne contient pas les secrets attendus. / ${path} does not hold the expected secrets.`)
  }
}
