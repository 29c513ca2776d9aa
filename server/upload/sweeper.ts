import { dayMs, hourMs } from '#domain/contract/durations.ts'
import { isoFromNow, nowIso } from '../clock.ts'
import { needsFile } from '../media/media.repository.ts'
import { uploadLifeDays } from './tus.ts'
import type { StoredFile } from '../storage/storage.ts'
import { receivedAmong } from './upload.repository.ts'
import { workEach } from '../workEach.ts'
import type { UploadDeps } from './uploadDeps.ts'

/** A younger file may belong to a commit in progress. */
const orphanAgeMs = hourMs

/** Every stored file is compared with the rows once in this time, by one of the processes. */
const walkEveryMs = dayMs
/** Names in one query. */
const batchSize = 200

interface SweepResult {
  readonly uploads: number
  readonly files: number
}

/**
 * Ends uploads untouched for 7 days and removes files that are no longer needed: files listed for deletion, files
 * without a row, and what unfinished writes of variants have left. A complete file that no row names is set aside instead.
 * A file that an existing row references is never deleted.
 * @param which files are compared with the rows
 * @param stopped ends the sweep before its next file
 * @returns the number of ended uploads, and of files erased or set aside; files that stay do not count
 */
export async function sweep(
  deps: UploadDeps,
  which: 'all' | 'unfinished' = 'all',
  stopped?: AbortSignal,
): Promise<SweepResult> {
  const uploads = await endStaleUploads(deps)
  let files = 0
  const unfinished = () => deps.storage.removeUnfinishedVariants()
  const steps = [() => eraseListed(deps, stopped), () => eraseOrphans(deps, which, stopped), unfinished]
  await workEach(steps, async (erase) => {
    if (!stopped?.aborted) files += await erase()
  })
  return { uploads, files }
}

/**
 * As {@link sweep}, with all files once a day: walking through a million takes long, and orphans are rare. A walk that
 * was stopped is due again.
 */
export async function sweepRegularly(deps: UploadDeps, stopped?: AbortSignal): Promise<SweepResult> {
  const begun = nowIso(deps.clock)
  const isWalk = await isWalkDue(deps, begun)
  const result = await sweep(deps, isWalk ? 'all' : 'unfinished', stopped)
  if (isWalk && stopped?.aborted) await forgetWalk(deps, begun)
  return result
}

/** Whether all files are to be compared now; of several processes one gets true. @param valeur ISO 8601, now */
async function isWalkDue({ database, clock }: UploadDeps, valeur: string): Promise<boolean> {
  const before = isoFromNow(clock, -walkEveryMs)
  const due = await database
    .insertInto('etatService')
    .values({ cle: 'fichiersVusLe', valeur })
    .onConflict((conflict) => conflict.column('cle').doUpdateSet({ valeur }).where('etatService.valeur', '<=', before))
    .returning('cle')
    .executeTakeFirst()
  return due !== undefined
}

async function forgetWalk({ database }: UploadDeps, valeur: string): Promise<void> {
  await database.deleteFrom('etatService').where('cle', '=', 'fichiersVusLe').where('valeur', '=', valeur).execute()
}

/**
 * A row that a database restore brought back may be older than its file, which was committed after the backup. An upload
 * that lacks bytes therefore forgets the name of its file: `eraseOrphansOf` then sets a complete file aside.
 */
async function endStaleUploads({ database, clock }: UploadDeps): Promise<number> {
  const { numUpdatedRows } = await database
    .updateTable('upload')
    .set((update) => ({
      etat: 'ANNULE',
      decalage: 0,
      barriere: update('barriere', '+', 1),
      // No file has the id of an upload as its name.
      fichierTemporaire: update
        .case()
        .when('decalage', '<', update.ref('taille'))
        .then(update.ref('id'))
        .else(update.ref('fichierTemporaire'))
        .end(),
    }))
    .where('etat', '=', 'OUVERT')
    .where('toucheLe', '<', isoFromNow(clock, -uploadLifeDays * dayMs))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

async function eraseListed({ database, storage }: UploadDeps, stopped: AbortSignal | undefined): Promise<number> {
  const listed = await database.selectFrom('fichierASupprimer').select('fichier').execute()
  let erased = 0
  await workEach(listed, async ({ fichier }) => {
    if (stopped?.aborted || (await isNeeded(database, fichier))) return
    await storage.remove(fichier)
    await database.deleteFrom('fichierASupprimer').where('fichier', '=', fichier).execute()
    erased += 1
  })
  return erased
}

async function eraseOrphans(
  deps: UploadDeps,
  which: 'all' | 'unfinished',
  stopped: AbortSignal | undefined,
): Promise<number> {
  const young = deps.clock.now().getTime() - orphanAgeMs
  let erased = 0
  let batch: StoredFile[] = []
  for await (const file of deps.storage.list(which)) {
    if (stopped?.aborted) return erased
    if (file.changedAt.getTime() <= young) batch.push(file)
    if (batch.length < batchSize) continue
    erased += await eraseOrphansOf(deps, batch)
    batch = []
  }
  return erased + (await eraseOrphansOf(deps, batch))
}

async function eraseOrphansOf({ database, storage }: UploadDeps, batch: readonly StoredFile[]): Promise<number> {
  const names = batch.map(({ name }) => name)
  const needed = new Set(await neededAmong(database, names))
  const received = new Set(await receivedAmong(database, names))
  let erased = 0
  for (const { name, isPermanent } of batch) {
    // Parts of a file may be left beside the complete one.
    if ((isPermanent ? needed : received).has(name)) continue
    // A complete file that no row names may be newer than a database restored from a backup: set it aside.
    if (isPermanent && !(await isKnown(database, name))) await storage.setAside({ name, isPermanent })
    else if (isPermanent) await storage.remove(name)
    else await storage.removeReceived(name)
    erased += 1
  }
  return erased
}

async function isKnown(database: UploadDeps['database'], fichier: string): Promise<boolean> {
  const media = database.selectFrom('media').select('fichier')
  const upload = database.selectFrom('upload').select('fichierTemporaire as fichier')
  const row = await media
    .where('fichier', '=', fichier)
    .unionAll(upload.where('fichierTemporaire', '=', fichier))
    .executeTakeFirst()
  return row !== undefined
}

async function isNeeded(database: UploadDeps['database'], fichier: string): Promise<boolean> {
  return (await neededAmong(database, [fichier])).length > 0
}

/**
 * The files that a media needs which is alive or restorable, or an upload that can still become one. A single
 * statement: with two, a commit between them would make both answers "no". A file without a row gets none later: names
 * are random.
 */
async function neededAmong(database: UploadDeps['database'], names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const media = database.selectFrom('media').select('fichier').where(needsFile)
  const upload = database
    .selectFrom('upload')
    .select('fichierTemporaire as fichier')
    .where('etat', 'in', ['OUVERT', 'COMMIT'])
  const rows = await media
    .where('fichier', 'in', names)
    .unionAll(upload.where('fichierTemporaire', 'in', names))
    .execute()
  return rows.map(({ fichier }) => fichier)
}
