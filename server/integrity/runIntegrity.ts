import { systemClock } from '../clock.ts'
import { assertHoldsData, type DatabasePlace, openDatabase } from '../database/openDatabase.ts'
import { assertOwnStorage } from '../storageIdentity.ts'
import { openStorage, type StoragePlace } from '../storage/openStorage.ts'
import { sentenceOf } from './finding.ts'
import { inspect } from './inspect.ts'
import { repair, retryPreviews } from './repair.ts'

/**
 * Inspects all data, beside a running server too: one line per finding, then their count.
 * @param isRepairing also repairs what can be repaired, and lets previews be tried again that could not be made
 * @returns the number of findings
 * @throws ConfigError when the folder holds no data, or the storage is not the one of the database
 */
export async function runIntegrity(
  { dataDir, databaseUrl = null, databaseListenUrl = null, s3 = null }: DatabasePlace & StoragePlace,
  { isRepairing, print }: { readonly isRepairing: boolean; readonly print: (line: string) => void },
): Promise<number> {
  assertHoldsData({ dataDir, databaseUrl })
  const database = await openDatabase({ dataDir, databaseUrl, databaseListenUrl })
  const storage = await openStorage({ dataDir, s3 })
  const deps = { database, storage, clock: systemClock }
  let found = 0
  let repaired = 0
  try {
    // With another storage, each media would be repaired as a lost one.
    await assertOwnStorage(deps)
    for await (const finding of inspect(deps)) {
      found += 1
      const action = isRepairing ? await repair(deps, finding) : null
      if (action !== null) repaired += 1
      print(`${sentenceOf(finding)}${action === null ? '' : ` -> ${action}`}`)
    }
    const retried = isRepairing ? await retryPreviews(deps) : 0
    if (retried > 0) print(`Aperçus tentés de nouveau : ${retried}. / Previews tried again: ${retried}.`)
  } finally {
    await storage.close()
    await database.destroy()
  }
  print(countSentence(found, repaired))
  return found
}

function countSentence(found: number, repaired: number): string {
  if (found === 0) return 'Aucune anomalie. / Nothing found.'
  return `Anomalies : ${found}, réparées : ${repaired}. / Found: ${found}, repaired: ${repaired}.`
}
