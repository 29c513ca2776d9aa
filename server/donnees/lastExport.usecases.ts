import { nowIso } from '../clock.ts'
import { orThrow } from '../http/problem.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import type { ExportFolder } from './exportFolder.ts'
import { secretHash } from '../secretHash.ts'
import {
  findKeptExports,
  findOverExports,
  keepLastExport,
  returnLastExport,
  takeLastExport,
} from './demandeSuppression.repository.ts'

interface LastExportDeps extends DatabaseDeps {
  readonly exports: ExportFolder
}

/** Longer than any answer takes that is still being sent or erased. */
const orphanAgeMs = 3_600_000

/**
 * The last export behind a mailed link, once.
 * @returns its file, and what makes the link good again when it did not arrive
 * @throws Problem donnees.introuvable
 */
export async function openLastExport(
  { database, clock }: LastExportDeps,
  secret: string,
): Promise<{ fichier: string; giveBack: () => Promise<void> }> {
  const lienHash = secretHash(secret)
  const taken = orThrow(await takeLastExport(database, { lienHash, now: nowIso(clock) }), 'donnees.introuvable')
  return { fichier: taken.fichier, giveBack: () => returnLastExport(database, taken.id, lienHash) }
}

/**
 * Erases exports whose day is over, with the message that told of them, and files whose erasure never came: a crash in
 * between left the account whole.
 */
export async function forgetLastExports({ database, clock, exports }: LastExportDeps): Promise<void> {
  for (const { id, fichierExport, courrielId } of await findOverExports(database, nowIso(clock))) {
    if (fichierExport !== null) await exports.remove(fichierExport)
    await database.transaction().execute(async (transaction) => {
      const gone = { fichierExport: null, lienHash: null, lienExpire: null, courrielId: null }
      await keepLastExport(transaction, id, gone)
      if (courrielId !== null) await transaction.deleteFrom('courriel').where('id', '=', courrielId).execute()
    })
  }
  const young = clock.now().getTime() - orphanAgeMs
  const old = (await exports.list()).filter(({ changedAt }) => changedAt.getTime() <= young)
  if (old.length === 0) return
  const kept = await findKeptExports(database)
  for (const { name } of old) if (!kept.has(name)) await exports.remove(name)
}
