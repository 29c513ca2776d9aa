import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../database/database.ts'
import { type DatabasePlace, openDatabase } from '../database/openDatabase.ts'
import type { UploadRow } from '../database/tables/medias.ts'
import { needsFile } from '../media/media.repository.ts'
import { secretFiles } from '../secrets/secretFiles.ts'
import { assertOwnStorage, storageIdentityOf } from '../storageIdentity.ts'
import { writeDiskIdentity } from '../storage/disk/diskIdentity.ts'
import { openStorage, type StoragePlace } from '../storage/openStorage.ts'
import type { ReceivedFile } from '../storage/partialFile.ts'
import type { Storage } from '../storage/storage.ts'
import { receivedFileOf } from '../upload/ownFile.ts'
import { openBackupFolder } from './backupFolder.ts'
import { copyDatabase } from './databaseCopy.ts'
import { copyDurably, removeAllBut } from './fileCopy.ts'
import { savedPath, saveFile, saveReceived, saveVariants, shelves } from './savedFiles.ts'

export interface BackupSummary {
  readonly medias: number
  /** Unfinished uploads whose acknowledged bytes were saved. */
  readonly uploads: number
  /** Files that an earlier backup in the same folder had and that no longer exist. */
  readonly removed: number
}

/** What the saved rows say about files. */
type SavedRows = Awaited<ReturnType<typeof readRows>>

/**
 * Backs up rows and files while the server runs: first the files, then the rows of one moment, then the files that only
 * these rows name. So every file that the rows name is in the backup, even when the server deletes it during the
 * backup. A second backup into the same folder saves only new files.
 * @param folder target folder; created with access for its owner only
 * @throws ConfigError when the folder holds the data of a server, another backup is running in it, or the storage is not
 *   the one of the database
 */
export async function backUp(place: DatabasePlace & StoragePlace, folder: string): Promise<BackupSummary> {
  const unlock = await openBackupFolder(folder, place.dataDir)
  try {
    return await saveAll(place, folder)
  } finally {
    unlock()
  }
}

async function saveAll(place: DatabasePlace & StoragePlace, folder: string): Promise<BackupSummary> {
  const { dataDir } = place
  const live = await openDatabase(place)
  const storage = await openStorage(place)
  try {
    await assertOwnStorage({ database: live, storage })
    for await (const { name, isPermanent } of storage.list()) if (isPermanent) await saveFile(storage, name, folder)
    const rows = await copyDatabase(place, { folder, read: readRows })
    await saveMedias(storage, rows, folder)
    await saveUploads(live, { storage, rows, folder })
    await saveIdentity(rows, folder)
    await saveSecretFiles(rows, dataDir, folder)
    const medias = new Set(rows.medias.map(({ fichier }) => savedPath(fichier)))
    const removed = await removeAllBut(join(folder, shelves.medias), medias)
    await removeAllBut(
      join(folder, shelves.recus),
      new Set(rows.uploads.map(({ fichierTemporaire }) => fichierTemporaire)),
    )
    return { medias: rows.medias.length, uploads: rows.uploads.length, removed }
  } finally {
    await storage.close()
    await live.destroy()
  }
}

async function readRows(database: Database) {
  const columns = ['fichier', 'variantesEtat', 'lectureEtat'] as const
  const medias = await database.selectFrom('media').select(columns).where(needsFile).execute()
  const uploads = await unfinished(database)
    .where((where) => where.or([where('decalage', '>', 0), where('etat', '=', 'COMMIT')]))
    .execute()
  const secret = await database.selectFrom('secret').select('nom').executeTakeFirst()
  const identity = await storageIdentityOf(database)
  return { medias, uploads: uploads.map(withAllBytes), hasSecrets: secret !== undefined, identity }
}

function unfinished(database: Database) {
  return database
    .selectFrom('upload')
    .select(['id', 'fichierTemporaire', 'decalage', 'taille', 'etat', 'reception', 'barriere'])
    .where('etat', 'in', ['OUVERT', 'COMMIT'])
}

/** All bytes of a claimed upload are stored. */
function withAllBytes<Row extends Pick<UploadRow, 'etat' | 'taille' | 'decalage'>>(upload: Row): Row {
  return upload.etat === 'COMMIT' ? { ...upload, decalage: upload.taille } : upload
}

/** The rows hold the secrets, except of a service that an earlier version ran last. */
async function saveSecretFiles({ hasSecrets }: SavedRows, dataDir: string, folder: string): Promise<void> {
  for (const name of secretFiles) {
    if (hasSecrets) await rm(join(folder, name), { force: true })
    else await copyDurably(join(dataDir, name), join(folder, name))
  }
}

async function saveMedias(storage: Storage, { medias }: SavedRows, folder: string): Promise<void> {
  const previews = new Set<string>()
  for (const media of medias) {
    await saveFile(storage, media.fichier, folder)
    for (const preview of await saveVariants(storage, media, folder)) previews.add(preview)
  }
  await removeAllBut(join(folder, shelves.apercus), previews)
}

interface SavedUploads {
  readonly storage: Storage
  readonly rows: SavedRows
  readonly folder: string
}

/** A backup has the layout of a data folder: its files have the identity that its rows have. */
async function saveIdentity({ identity }: SavedRows, folder: string): Promise<void> {
  const medias = join(folder, shelves.medias)
  await mkdir(medias, { recursive: true, mode: 0o700 })
  if (identity !== null) await writeDiskIdentity(medias, identity)
}

/** Saves the bytes that the saved rows acknowledge. */
async function saveUploads(live: Database, { storage, rows, folder }: SavedUploads): Promise<void> {
  for (const upload of rows.uploads) {
    const saved = receivedFileOf(upload)
    if (await saveReceived(storage, saved, { folder })) continue
    await saveContinued(live, upload, (from) => saveReceived(storage, saved, { folder, from }))
  }
}

/**
 * Saves an upload that has gone on since its row was saved: a bucket then has its bytes in other objects, and another
 * node gives its file another name.
 * @param save returns false when these bytes are no longer there
 */
async function saveContinued(
  live: Database,
  saved: Pick<UploadRow, 'id' | 'barriere'>,
  save: (from: ReceivedFile) => Promise<boolean>,
): Promise<void> {
  for (let known = saved.barriere; ;) {
    const now = await unfinished(live).where('id', '=', saved.id).executeTakeFirst()
    const media = now ? undefined : await completedFile(live, saved.id)
    if (now ? await save(receivedFileOf(withAllBytes(now))) : media && (await save(media))) return
    // Cancelled or erased, or nothing has changed that would explain the missing bytes.
    if (!now || now.barriere === known) return
    known = now.barriere
  }
}

/** The file of the media that an upload has become; undefined when there is none. */
async function completedFile(live: Database, id: string): Promise<ReceivedFile | undefined> {
  const media = await live
    .selectFrom('upload')
    .innerJoin('media', 'media.id', 'upload.mediaId')
    .select(['media.fichier', 'media.taille'])
    .where('upload.id', '=', id)
    .executeTakeFirst()
  return media && { name: media.fichier, bytes: media.taille, reception: null }
}
