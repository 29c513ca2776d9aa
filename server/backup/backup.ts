import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../database/database.ts'
import { type DatabasePlace, openDatabase } from '../database/openDatabase.ts'
import { copyDatabase } from './databaseCopy.ts'
import { copyDurably, filesBelow, removeAllBut } from './fileCopy.ts'
import { needsFile } from '../media/media.repository.ts'
import { secretFiles } from '../secrets.ts'

/** What a backup holds now. */
export interface BackedUp {
  readonly medias: number
  /** Unfinished uploads whose acknowledged bytes came along. */
  readonly uploads: number
  /** Files of a former backup in the same folder that are gone from the service since. */
  readonly removed: number
}

/**
 * Saves a data folder while the server goes on: rows and files of one moment. Files come first, then the rows, then the
 * files that those name and that are new: whatever the rows name is there, also what was deleted meanwhile. The same
 * folder again costs only what is new.
 * @param folder where the backup lies; made when missing, for its owner alone
 */
export async function backUp(place: DatabasePlace, folder: string): Promise<BackedUp> {
  const { dataDir } = place
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const before = await filesBelow(join(dataDir, 'medias'))
  for (const path of before) await copyDurably(join(dataDir, 'medias', path), join(folder, 'medias', path))
  const rows = await copyDatabase(place, folder)
  const database = await openDatabase(rows)
  try {
    const medias = await copyMedias(database, { dataDir, folder })
    const uploads = await copyUploads(database, { dataDir, folder })
    for (const name of secretFiles) await copyDurably(join(dataDir, name), join(folder, name))
    // The rows of PostgreSQL are read a moment after they were saved: what was there before may still be named.
    const kept = new Set([...medias, ...(rows.databaseUrl ? before : [])])
    const removed = await removeAllBut(join(folder, 'medias'), kept)
    await removeAllBut(join(folder, 'recus'), new Set(uploads))
    return { medias: medias.length, uploads: uploads.length, removed }
  } finally {
    await database.destroy()
  }
}

interface Folders {
  readonly dataDir: string
  readonly folder: string
}

async function copyMedias(database: Database, { dataDir, folder }: Folders): Promise<string[]> {
  const medias = await database.selectFrom('media').select('fichier').where(needsFile).execute()
  const previews = new Set<string>()
  for (const { fichier } of medias) {
    const path = shelved(fichier)
    await copyDurably(join(dataDir, 'medias', path), join(folder, 'medias', path))
    for (const preview of await filesBelow(join(dataDir, 'apercus', path))) {
      previews.add(join(path, preview))
      await copyDurably(join(dataDir, 'apercus', path, preview), join(folder, 'apercus', path, preview))
    }
  }
  await removeAllBut(join(folder, 'apercus'), previews)
  return medias.map(({ fichier }) => shelved(fichier))
}

/** Bytes that phones were told are here. One that was finished meanwhile lies among the medias already. */
async function copyUploads(database: Database, { dataDir, folder }: Folders): Promise<string[]> {
  const open = await database
    .selectFrom('upload')
    .select('fichierTemporaire')
    .where('etat', 'in', ['OUVERT', 'COMMIT'])
    .where('decalage', '>', 0)
    .execute()
  for (const { fichierTemporaire: name } of open) {
    const to = join(folder, 'recus', name)
    const isCopied = await copyDurably(join(dataDir, 'recus', name), to)
    if (!isCopied) await copyDurably(join(dataDir, 'medias', shelved(name)), to)
  }
  return open.map(({ fichierTemporaire }) => fichierTemporaire)
}

/** Where the disk storage keeps a permanent file. */
function shelved(fichier: string): string {
  return join(fichier.slice(0, 2), fichier)
}
