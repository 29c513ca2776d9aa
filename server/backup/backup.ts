import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../database/database.ts'
import { type DatabasePlace, openDatabase } from '../database/openDatabase.ts'
import { needsFile } from '../media/media.repository.ts'
import { secretFiles } from '../secretFiles.ts'
import { openStorage, type StoragePlace } from '../storage/openStorage.ts'
import type { Storage } from '../storage/storage.ts'
import { receivedFileOf } from '../upload/ownFile.ts'
import { copyDatabase } from './databaseCopy.ts'
import { copyDurably, removeAllBut } from './fileCopy.ts'
import { savedPath, saveFile, saveReceived, saveVariants, shelves } from './savedFiles.ts'

export interface BackedUp {
  readonly medias: number
  /** Unfinished uploads whose acknowledged bytes were saved. */
  readonly uploads: number
  /** Files that an earlier backup in the same folder had and that no longer exist. */
  readonly removed: number
}

/**
 * Backs up rows and files while the server runs: first the files, then the rows, then the files that only the rows name.
 * So every file that the rows name is in the backup, even when the server deletes it during the backup. A second backup
 * into the same folder saves only new files.
 * @param folder target folder; created with access for its owner only
 */
export async function backUp(place: DatabasePlace & StoragePlace, folder: string): Promise<BackedUp> {
  const { dataDir } = place
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const storage = await openStorage(place)
  try {
    const before: string[] = []
    for await (const { name, isPermanent } of storage.list()) {
      if (isPermanent && (await saveFile(storage, name, folder))) before.push(savedPath(name))
    }
    const rows = await copyDatabase(place, folder)
    const database = await openDatabase(rows)
    try {
      const medias = await saveMedias(database, storage, folder)
      const uploads = await saveUploads(database, storage, folder)
      await saveSecretFiles(database, dataDir, folder)
      // With PostgreSQL, rows are read after the dump, which may still name files that were deleted in between: keep
      // them.
      const kept = new Set([...medias, ...(rows.databaseUrl ? before : [])])
      const removed = await removeAllBut(join(folder, shelves.medias), kept)
      await removeAllBut(join(folder, shelves.recus), new Set(uploads))
      return { medias: medias.length, uploads: uploads.length, removed }
    } finally {
      await database.destroy()
    }
  } finally {
    await storage.close()
  }
}

/** The rows hold the secrets, except of a service that an earlier version ran last. */
async function saveSecretFiles(database: Database, dataDir: string, folder: string): Promise<void> {
  const known = await database.selectFrom('secret').select('nom').executeTakeFirst()
  for (const name of secretFiles) {
    if (known) await rm(join(folder, name), { force: true })
    else await copyDurably(join(dataDir, name), join(folder, name))
  }
}

async function saveMedias(database: Database, storage: Storage, folder: string): Promise<string[]> {
  const columns = ['fichier', 'variantesEtat', 'lectureEtat'] as const
  const medias = await database.selectFrom('media').select(columns).where(needsFile).execute()
  const previews = new Set<string>()
  for (const media of medias) {
    await saveFile(storage, media.fichier, folder)
    for (const preview of await saveVariants(storage, media, folder)) previews.add(preview)
  }
  await removeAllBut(join(folder, shelves.apercus), previews)
  return medias.map(({ fichier }) => savedPath(fichier))
}

/** Acknowledged bytes of the uploads that the saved rows call unfinished. */
async function saveUploads(database: Database, storage: Storage, folder: string): Promise<string[]> {
  const open = await database
    .selectFrom('upload')
    .select(['fichierTemporaire', 'decalage', 'taille', 'etat', 'reception'])
    .where('etat', 'in', ['OUVERT', 'COMMIT'])
    .where((where) => where.or([where('decalage', '>', 0), where('etat', '=', 'COMMIT')]))
    .execute()
  for (const upload of open) {
    // All bytes of a claimed upload are stored.
    const decalage = upload.etat === 'COMMIT' ? upload.taille : upload.decalage
    await saveReceived(storage, receivedFileOf({ ...upload, decalage }), folder)
  }
  return open.map(({ fichierTemporaire }) => fichierTemporaire)
}
