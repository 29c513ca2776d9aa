import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '../config.ts'
import { type DatabasePlace, sqlitePath } from '../database/openDatabase.ts'
import { restoreDatabase } from './databaseCopy.ts'
import { copyDurably, filesBelow } from './fileCopy.ts'
import { secretFiles } from '../secrets.ts'

/**
 * Creates a data folder from a backup. Does not change the backup.
 * @throws ConfigError when the data folder already contains data: nothing is overwritten
 */
export async function restore(folder: string, place: DatabasePlace): Promise<void> {
  const { dataDir } = place
  if (existsSync(sqlitePath(dataDir)) || existsSync(join(dataDir, 'medias'))) {
    throw new ConfigError(
      `DATA_DIR contient déjà des données : ${dataDir}. Choisissez un dossier vide. / DATA_DIR holds data already.`,
    )
  }
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await restoreDatabase(folder, place)
  for (const shelf of ['medias', 'recus', 'apercus']) {
    for (const path of await filesBelow(join(folder, shelf))) {
      await copyDurably(join(folder, shelf, path), join(dataDir, shelf, path))
    }
  }
  for (const name of secretFiles) await copyDurably(join(folder, name), join(dataDir, name))
}
