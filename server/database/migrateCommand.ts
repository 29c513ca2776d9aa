import { runCommand } from '../command.ts'
import { ConfigError } from '../config.ts'
import { openDataFolder } from '../dataFolder.ts'
import { openDatabase } from './openDatabase.ts'

// `npm run migrate`: brings the tables up to date before nodes with ROLE=web or ROLE=worker start.
await runCommand(async ({ dataDir, databaseUrl, databaseListenUrl }) => {
  if (process.argv.length > 2) throw new ConfigError('Usage : npm run migrate')
  if (databaseUrl === null) await openDataFolder(dataDir)
  const database = await openDatabase({ dataDir, databaseUrl, databaseListenUrl })
  await database.destroy()
  console.log('La base de données est à jour. / The database is up to date.')
})
