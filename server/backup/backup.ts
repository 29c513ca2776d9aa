import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../database/database.ts'
import { type DatabasePlace, openDatabase } from '../database/openDatabase.ts'
import { copyDatabase } from './databaseCopy.ts'
import { copyDurably, filesBelow, removeAllBut } from './fileCopy.ts'
import { needsFile } from '../media/media.repository.ts'
import { secretFiles } from '../secrets.ts'

export interface BackedUp {
  readonly medias: number
  /** Unfinished uploads whose acknowledged bytes were copied. */
  readonly uploads: number
  /** Files that an earlier backup in the same folder had and that no longer exist. */
  readonly removed: number
}

/**
 * Backs up a data folder while the server runs. Copies the files first, then the rows, then files that the rows name
 * and that are new: every file named by the rows is copied, even if it is deleted meanwhile. A second backup into the
 * same folder copies only new files.
 * @param folder target folder; created with access for its owner only
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
    // With PostgreSQL, rows are read after the dump, which may still name files that were deleted in between: keep
    // them.
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
    const path = storedPath(fichier)
    await copyDurably(join(dataDir, 'medias', path), join(folder, 'medias', path))
    for (const preview of await filesBelow(join(dataDir, 'apercus', path))) {
      previews.add(join(path, preview))
      await copyDurably(join(dataDir, 'apercus', path, preview), join(folder, 'apercus', path, preview))
    }
  }
  await removeAllBut(join(folder, 'apercus'), previews)
  return medias.map(({ fichier }) => storedPath(fichier))
}

/** Acknowledged bytes of unfinished uploads. An upload that was committed meanwhile is among the media. */
async function copyUploads(database: Database, { dataDir, folder }: Folders): Promise<string[]> {
  const open = await database
    .selectFrom('upload')
    .select('fichierTemporaire')
    .where('etat', 'in', ['OUVERT', 'COMMIT'])
    .where((where) => where.or([where('decalage', '>', 0), where('etat', '=', 'COMMIT')]))
    .execute()
  for (const { fichierTemporaire: name } of open) {
    const to = join(folder, 'recus', name)
    const isCopied = await copyDurably(join(dataDir, 'recus', name), to)
    if (!isCopied) await copyDurably(join(dataDir, 'medias', storedPath(name)), to)
  }
  return open.map(({ fichierTemporaire }) => fichierTemporaire)
}

/** Path of a permanent file in the disk storage. */
function storedPath(fichier: string): string {
  return join(fichier.slice(0, 2), fichier)
}
