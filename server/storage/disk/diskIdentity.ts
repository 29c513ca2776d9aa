import { randomUUID } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { identityName } from '../fileName.ts'
import { isMissing } from './fileStat.ts'
import { syncFolder } from './syncFolder.ts'

/**
 * Reads the identity of a storage from its folder `medias`, so that one that is not mounted has none.
 * @returns null when there is none
 */
export async function readDiskIdentity(folder: string): Promise<string | null> {
  try {
    return (await readFile(join(folder, identityName), 'utf8')).trim() || null
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** Writes it durably, in place of another one. */
export async function writeDiskIdentity(folder: string, id: string): Promise<void> {
  const path = join(folder, identityName)
  const fresh = `${path}.${randomUUID()}`
  try {
    await writeFile(fresh, `${id}\n`, { flush: true, mode: 0o600 })
    await rename(fresh, path)
  } catch (error) {
    await rm(fresh, { force: true })
    throw error
  }
  await syncFolder(folder)
}
