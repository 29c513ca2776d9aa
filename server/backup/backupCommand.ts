import { resolve } from 'node:path'
import { systemClock } from '../clock.ts'
import { runCommand } from '../command.ts'
import { type Config, ConfigError } from '../config.ts'
import { assertHoldsData, type DatabasePlace, openDatabase } from '../database/openDatabase.ts'
import { sentenceOf } from '../integrity/finding.ts'
import { inspect } from '../integrity/inspect.ts'
import { openStorage, type StoragePlace } from '../storage/openStorage.ts'
import { backUp } from './backup.ts'
import { restore } from './restore.ts'

// `npm run backup -- <folder>` and `npm run restore -- <folder>`.
await runCommand(
  async (config) => {
    process.exitCode = await backUpOrRestore(config, process.argv.slice(2))
  },
  { failure: 2 },
)

/** @returns the exit code: 0 when all copied files match their rows */
async function backUpOrRestore(config: Config, [verb, path, ...rest]: readonly string[]): Promise<number> {
  // An empty name would be the current folder: a variable of the shell that is not set.
  if (!path?.trim() || path.startsWith('-') || rest.length > 0) {
    throw new ConfigError(`Usage : npm run ${verb} -- <dossier / folder>`)
  }
  const folder = resolve(path)
  if (verb === 'restore') {
    await restore(folder, config)
    console.log(`Restauré dans / restored into ${config.dataDir}`)
    return check(config)
  }
  assertHoldsData(config)
  const { medias, uploads, removed } = await backUp(config, folder)
  console.log(`Sauvegardé / saved: ${medias} médias, ${uploads} envois en cours, ${removed} retirés / removed.`)
  // A backup has the layout of a data folder.
  return config.databaseUrl === null ? check({ dataDir: folder, databaseUrl: null, s3: null }) : 0
}

async function check(place: DatabasePlace & StoragePlace): Promise<number> {
  const database = await openDatabase(place)
  const storage = await openStorage(place)
  let found = 0
  try {
    const deps = { database, storage, clock: systemClock }
    for await (const finding of inspect(deps)) {
      found += 1
      console.log(sentenceOf(finding))
    }
  } finally {
    await storage.close()
    await database.destroy()
  }
  console.log(found === 0 ? 'Vérifié : aucune anomalie. / Checked: nothing found.' : `Anomalies : ${found}.`)
  return found === 0 ? 0 : 1
}
