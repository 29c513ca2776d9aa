import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { secretFiles } from '../secretFiles.ts'

/** Files of the server in its data folder; nothing else is ever removed. */
const ours = [
  'eclats.sqlite',
  'eclats.sqlite-wal',
  'eclats.sqlite-shm',
  'serveur.verrou',
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

export function isFilled(dataDir: string): boolean {
  return existsSync(join(dataDir, marker))
}

/** Whether the folder holds data that no demonstration wrote: it must not be filled. */
export function isForeign(dataDir: string): boolean {
  return existsSync(join(dataDir, 'eclats.sqlite')) && !existsSync(join(dataDir, `${marker}.begun`))
}

/** Removes the server's files, so that the next start begins afresh. */
export async function emptyFolder(dataDir: string): Promise<void> {
  await rm(join(dataDir, marker), { force: true })
  for (const name of ours) await rm(join(dataDir, name), { recursive: true, force: true })
}

export async function markBegun(dataDir: string): Promise<void> {
  await writeFile(join(dataDir, `${marker}.begun`), '{}\n')
}

export async function markFilled(dataDir: string): Promise<void> {
  await writeFile(join(dataDir, marker), `${JSON.stringify({ remplieLe: new Date().toISOString() })}\n`)
}
