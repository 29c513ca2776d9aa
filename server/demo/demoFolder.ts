import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { secretFiles } from '../secrets.ts'

/** What the server keeps in its data folder; nothing else is ever removed. */
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
]
const marker = 'demonstration.json'

/** Whether the folder holds a demonstration that was filled to its end. */
export function isFilled(dataDir: string): boolean {
  return existsSync(join(dataDir, marker))
}

/** Whether the folder holds data that no demonstration wrote: it is not ours to fill. */
export function isForeign(dataDir: string): boolean {
  return existsSync(join(dataDir, 'eclats.sqlite')) && !existsSync(join(dataDir, `${marker}.begun`))
}

/** Removes what the server keeps there, so that the next start begins afresh. */
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
