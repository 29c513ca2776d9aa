import { nowIso } from '../clock.ts'
import { orThrow } from '../http/problem.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import type { ExportFolder } from './exportFolder.ts'
import { secretHash } from '../secretHash.ts'
import {
  findKeptExports,
  findLastExport,
  findOverExports,
  keepLastExport,
  returnLastExport,
  takeLastExport,
} from './demandeSuppression.repository.ts'

interface LastExportDeps extends DatabaseDeps {
  readonly exports: ExportFolder
}

/** Longer than any response or erasure in progress. */
const orphanAgeMs = 3_600_000

/**
 * Opens the last export of a mailed link, once.
 * @returns its file, and a function that restores the link when the download fails
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
 * The file of the last export, without using its link up: for the HEAD of a mail client.
 * @throws Problem donnees.introuvable
 */
export async function lastExportFile({ database, clock }: LastExportDeps, secret: string): Promise<string> {
  return orThrow(
    await findLastExport(database, { lienHash: secretHash(secret), now: nowIso(clock) }),
    'donnees.introuvable',
  )
}

/**
 * Deletes expired exports with their mail, and files whose erasure was not completed: after a crash in between, the
 * account still exists.
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
