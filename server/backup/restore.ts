import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { ConfigError } from '../config.ts'
import { makeFolder } from '../dataFolder.ts'
import { type DatabasePlace, openDatabase, sqlitePath } from '../database/openDatabase.ts'
import { secretFiles } from '../secretFiles.ts'
import { mapConcurrently } from '../mapConcurrently.ts'
import { openStorage, type StoragePlace } from '../storage/openStorage.ts'
import { syncFolder } from '../storage/disk/syncFolder.ts'
import type { Storage } from '../storage/storage.ts'
import { assertSaved, restoreDatabase } from './databaseCopy.ts'
import { copyDurably, filesBelow } from './fileCopy.ts'
import { restoreFile, restoreVariant, shelves } from './savedFiles.ts'

/** Files that are restored at the same time: an object store answers each one slowly. */
const filesAtOnce = 8

/**
 * Creates a service from a backup: its rows, files and secrets. Does not change the backup. The files may go into
 * another storage than the one they came from. With SQLite no server finds a database before all is restored.
 * @throws ConfigError when there is data already, or no whole backup: nothing is overwritten, and what was restored is
 *   removed
 */
export async function restore(folder: string, place: DatabasePlace & StoragePlace): Promise<void> {
  const { dataDir, databaseUrl = null } = place
  await assertSaved(folder, place)
  // A restore that was refused leaves empty folders.
  if (existsSync(sqlitePath(dataDir)) || (await filesBelow(join(dataDir, 'medias'))).length > 0) {
    throw new ConfigError(
      `DATA_DIR contient déjà des données : ${dataDir}. Choisissez un dossier vide. / DATA_DIR holds data already.`,
    )
  }
  const beside = join(dataDir, 'restauration')
  await rm(beside, { recursive: true, force: true })
  await makeFolder(beside)
  const storage = await openStorage(place)
  try {
    await assertEmpty(storage)
    await restoreAll(storage, folder, { ...place, ...(databaseUrl === null && { dataDir: beside }) })
    for (const name of secretFiles) await copyDurably(join(folder, name), join(dataDir, name))
    if (databaseUrl === null) await rename(sqlitePath(beside), sqlitePath(dataDir))
  } finally {
    await rm(beside, { recursive: true, force: true })
    await syncFolder(dataDir)
    await storage.close()
  }
}

async function restoreAll(storage: Storage, folder: string, rows: DatabasePlace): Promise<void> {
  try {
    await restoreDatabase(folder, rows)
    await restoreMedias(storage, folder)
    await restoreUploads(storage, folder, rows)
  } catch (error) {
    // The storage was empty. The error that ended the restore is the one to report.
    await removeAll(storage).catch(() => undefined)
    throw error
  }
}

async function removeAll(storage: Storage): Promise<void> {
  for await (const { name } of storage.list()) await storage.remove(name)
  for await (const name of storage.listVariants()) await storage.removeVariants(name)
}

async function assertEmpty(storage: Storage): Promise<void> {
  for await (const { name } of storage.list()) {
    throw new ConfigError(
      `Le bucket contient déjà des fichiers (${name}) : choisissez un bucket ou un S3_PREFIX vide. / ` +
        'The bucket holds files already: choose an empty bucket or S3_PREFIX.',
    )
  }
}

async function restoreMedias(storage: Storage, folder: string): Promise<void> {
  await mapConcurrently(await filesBelow(join(folder, shelves.medias)), filesAtOnce, async (path) => {
    const name = basename(path)
    const saved = join(folder, shelves.medias, path)
    const { bytes, reception } = await restoreFile(storage, { name, path: saved, isWhole: true })
    await storage.complete({ name, bytes, reception })
    await storage.keep(name)
  })
  await mapConcurrently(await filesBelow(join(folder, shelves.apercus)), filesAtOnce, async (path) => {
    const saved = join(folder, shelves.apercus, path)
    await restoreVariant(storage, { name: basename(dirname(path)), variant: basename(path), path: saved })
  })
}

/** The rows of unfinished uploads name objects of the old storage: they get those of the new one. */
async function restoreUploads(storage: Storage, folder: string, place: DatabasePlace): Promise<void> {
  const database = await openDatabase(place)
  try {
    const open = await database
      .selectFrom('upload')
      .select(['id', 'fichierTemporaire', 'etat'])
      .where('etat', 'in', ['OUVERT', 'COMMIT'])
      .execute()
    for (const { id, fichierTemporaire: name, etat } of open) {
      const path = join(folder, shelves.recus, name)
      const reception = existsSync(path)
        ? (await restoreFile(storage, { name, path, isWhole: etat === 'COMMIT' })).reception
        : null
      await database.updateTable('upload').set({ reception }).where('id', '=', id).execute()
    }
  } finally {
    await database.destroy()
  }
}
