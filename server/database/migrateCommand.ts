import { ConfigError, readConfig } from '../config.ts'
import { keepFilesPrivate, openDataFolder } from '../dataFolder.ts'
import { openDatabase } from './openDatabase.ts'

// `npm run migrate`: brings the tables up to date before nodes with ROLE=web or ROLE=worker start.
keepFilesPrivate()
try {
  const { dataDir, databaseUrl, databaseListenUrl } = readConfig(process.env)
  if (databaseUrl === null) await openDataFolder(dataDir)
  const database = await openDatabase({ dataDir, databaseUrl, databaseListenUrl })
  await database.destroy()
  console.log('La base de données est à jour. / The database is up to date.')
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exitCode = 1
}
