import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { ConfigError } from '../config.ts'
import { lockFile, makeFolder } from '../dataFolder.ts'
import { type DatabasePlace, openDatabase, sqlitePath } from '../database/openDatabase.ts'
import { secretFiles } from '../secrets/secretFiles.ts'
import { mapConcurrently } from '../mapConcurrently.ts'
import { renewIdentity } from '../storageIdentity.ts'
import { openStorage, type StoragePlace } from '../storage/openStorage.ts'
import { identityName } from '../storage/fileName.ts'
import { syncFolder } from '../storage/disk/syncFolder.ts'
import type { Storage } from '../storage/storage.ts'
import { advanceIds } from './advanceIds.ts'
import { assertRestorable, restoreDatabase } from './databaseCopy.ts'
import { copyDurably, filesBelow, savedBelow } from './fileCopy.ts'
import { restoreFile, restoreVariant, shelves } from './savedFiles.ts'

/** Files that are restored at the same time: an object store answers each one slowly. */
const filesAtOnce = 8

/**
 * Creates a service from a backup: its rows, files and secrets. Does not change the backup. The files may go into
 * another storage than the one they came from. No server finds rows before the files that they name.
 * @throws ConfigError when there is data already, another restore is running in DATA_DIR, or there is no whole backup:
 *   nothing is overwritten, and what was restored is removed
 */
export async function restore(folder: string, place: DatabasePlace & StoragePlace): Promise<void> {
  const { dataDir } = place
  await assertRestorable(folder, place)
  await makeFolder(dataDir)
  const lock = join(dataDir, 'restauration.verrou')
  const unlock = lockFile(
    lock,
    `Une autre restauration est en cours dans ${dataDir}. / Another restore is running in ${dataDir}.`,
  )
  try {
    await restoreInto(place, folder)
  } finally {
    unlock()
    await rm(lock, { force: true })
  }
}

async function restoreInto(place: DatabasePlace & StoragePlace, folder: string): Promise<void> {
  const { dataDir, databaseUrl = null, s3 = null } = place
  // A restore that was refused leaves empty folders.
  if (existsSync(sqlitePath(dataDir)) || (await filesBelow(join(dataDir, 'medias'))).some(isNoIdentity)) {
    throw new ConfigError(takenSentence(dataDir))
  }
  const beside = join(dataDir, 'restauration')
  await rm(beside, { recursive: true, force: true })
  await makeFolder(beside)
  const storage = await openStorage(place)
  try {
    for await (const { name } of storage.list()) {
      throw new ConfigError(s3 === null ? takenSentence(dataDir) : takenBucketSentence(name))
    }
    await restoreAll(storage, folder, { ...place, ...(databaseUrl === null && { dataDir: beside }) })
    for (const name of secretFiles) await copyDurably(join(folder, name), join(dataDir, name))
    if (databaseUrl === null) await rename(sqlitePath(beside), sqlitePath(dataDir))
  } finally {
    await rm(beside, { recursive: true, force: true })
    await syncFolder(dataDir)
    await storage.close()
  }
}

/** A database that was given up leaves the identity of its storage, which is replaced. */
function isNoIdentity(path: string): boolean {
  return !basename(path).startsWith(identityName)
}

async function restoreAll(storage: Storage, folder: string, rows: DatabasePlace): Promise<void> {
  const isSqlite = (rows.databaseUrl ?? null) === null
  let areInService = false
  try {
    // SQLite's rows wait beside the data. Those of PostgreSQL are in service at once: their files are there before.
    if (isSqlite) await restoreDatabase(folder, rows)
    await restoreMedias(storage, folder)
    const receptions = await restoreReceived(storage, folder)
    if (!isSqlite) await restoreDatabase(folder, rows)
    areInService = !isSqlite
    await completeRows(rows, { storage, receptions })
  } catch (error) {
    // The storage was empty. The error that ended the restore is the one to report.
    if (!areInService) await removeAll(storage).catch(() => undefined)
    throw error
  }
}

async function removeAll(storage: Storage): Promise<void> {
  for await (const { name } of storage.list()) await storage.remove(name)
  for await (const name of storage.listVariants()) await storage.removeVariants(name)
}

function takenSentence(dataDir: string): string {
  return `DATA_DIR contient déjà des données : ${dataDir}. Choisissez un dossier vide. / DATA_DIR holds data already.`
}

function takenBucketSentence(name: string): string {
  return (
    `Le bucket contient déjà des fichiers (${name}) : choisissez un bucket ou un S3_PREFIX vide. / ` +
    'The bucket holds files already: choose an empty bucket or S3_PREFIX.'
  )
}

async function restoreMedias(storage: Storage, folder: string): Promise<void> {
  await mapConcurrently(await savedBelow(join(folder, shelves.medias)), filesAtOnce, async (path) => {
    const name = basename(path)
    const saved = join(folder, shelves.medias, path)
    const { bytes, reception } = await restoreFile(storage, { name, path: saved, isWhole: true })
    await storage.complete({ name, bytes, reception })
    await storage.keep(name)
  })
  await mapConcurrently(await savedBelow(join(folder, shelves.apercus)), filesAtOnce, async (path) => {
    const saved = join(folder, shelves.apercus, path)
    await restoreVariant(storage, { name: basename(dirname(path)), variant: basename(path), path: saved })
  })
}

/** Restores the bytes of unfinished uploads. @returns what the storage needs to continue each file */
async function restoreReceived(storage: Storage, folder: string): Promise<ReadonlyMap<string, string | null>> {
  const receptions = new Map<string, string | null>()
  for (const name of await savedBelow(join(folder, shelves.recus))) {
    const { reception } = await restoreFile(storage, { name, path: join(folder, shelves.recus, name), isWhole: false })
    receptions.set(name, reception)
  }
  return receptions
}

interface RestoredReceptions {
  readonly storage: Storage
  readonly receptions: ReadonlyMap<string, string | null>
}

/**
 * The rows of unfinished uploads name objects of the old storage: they get those of the new one. The next ids are new
 * ones. Last, the rows get the identity of the storage: no server starts on them before.
 */
async function completeRows(place: DatabasePlace, { storage, receptions }: RestoredReceptions): Promise<void> {
  const database = await openDatabase(place)
  try {
    const open = await database
      .selectFrom('upload')
      .select(['id', 'fichierTemporaire'])
      .where('etat', 'in', ['OUVERT', 'COMMIT'])
      .execute()
    for (const { id, fichierTemporaire } of open) {
      const reception = receptions.get(fichierTemporaire) ?? null
      await database.updateTable('upload').set({ reception }).where('id', '=', id).execute()
    }
    await advanceIds(database)
    await renewIdentity({ database, storage })
  } finally {
    await database.destroy()
  }
}
