import { existsSync } from 'node:fs'
import { systemClock } from '../clock.ts'
import { type Config, ConfigError, readConfig } from '../config.ts'
import { keepFilesPrivate } from '../dataFolder.ts'
import { openDatabase, sqlitePath } from '../database/openDatabase.ts'
import { openDiskStorage } from '../storage/diskStorage.ts'
import { sentenceOf } from './finding.ts'
import { inspect } from './inspect.ts'
import { repair } from './repair.ts'

keepFilesPrivate()
try {
  const found = await runIntegrity(readConfig(process.env), process.argv.includes('--repair'))
  process.exitCode = found === 0 ? 0 : 1
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exitCode = 2
}

/** Prints one line per finding and a count; `--repair` repairs. @returns the number of findings */
async function runIntegrity({ dataDir, databaseUrl }: Config, isRepairing: boolean): Promise<number> {
  if (databaseUrl === null && !existsSync(sqlitePath(dataDir))) {
    throw new ConfigError(`DATA_DIR ne contient pas de données. / DATA_DIR holds no data: ${dataDir}`)
  }
  const database = await openDatabase({ dataDir, databaseUrl })
  const deps = { database, storage: await openDiskStorage(dataDir), clock: systemClock }
  let found = 0
  let repaired = 0
  try {
    for await (const finding of inspect(deps)) {
      found += 1
      const action = isRepairing ? await repair(deps, finding) : null
      if (action !== null) repaired += 1
      console.log(`${sentenceOf(finding)}${action === null ? '' : ` -> ${action}`}`)
    }
  } finally {
    await database.destroy()
  }
  console.log(countSentence(found, repaired))
  return found
}

function countSentence(found: number, repaired: number): string {
  if (found === 0) return 'Aucune anomalie. / Nothing found.'
  return `Anomalies : ${found}, réparées : ${repaired}. / Found: ${found}, repaired: ${repaired}.`
}
