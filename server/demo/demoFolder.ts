import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { secretFiles } from '../secrets/secretFiles.ts'

/** Files of a service in its data folder; nothing else but the lock of the server is ever removed. */
const contents = [
  'eclats.sqlite',
  'eclats.sqlite-wal',
  'eclats.sqlite-shm',
  'journal',
  ...secretFiles,
  'outbox',
  'recus',
  'medias',
  'apercus',
  'exports',
  'quarantaine',
]
const marker = 'demonstration.json'

/** Whether a demonstration has been written to the folder completely. */
export function isFilled(dataDir: string): boolean {
  return existsSync(join(dataDir, marker))
}

/**
 * Whether the folder holds data that no demonstration wrote: it must not be filled. A service on PostgreSQL has only
 * files of photos there.
 */
export function isForeign(dataDir: string): boolean {
  if (existsSync(join(dataDir, `${marker}.begun`))) return false
  return contents.some((name) => existsSync(join(dataDir, name)))
}

/** Removes the server's files, so that the next start begins afresh. */
export async function emptyFolder(dataDir: string): Promise<void> {
  await rm(join(dataDir, marker), { force: true })
  for (const name of ['serveur.verrou', ...contents]) await rm(join(dataDir, name), { recursive: true, force: true })
}

/** Marks that a demonstration is being written: the folder may be emptied after a crash. */
export async function markBegun(dataDir: string): Promise<void> {
  await writeFile(join(dataDir, `${marker}.begun`), '{}\n')
}

/** Marks that the demonstration is complete. */
export async function markFilled(dataDir: string): Promise<void> {
  await writeFile(join(dataDir, marker), `${JSON.stringify({ remplieLe: new Date().toISOString() })}\n`)
}
