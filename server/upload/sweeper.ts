import { isoFromNow } from '../clock.ts'
import { needsFile } from '../media/media.repository.ts'
import { uploadLifeDays } from './tus.ts'
import { isBeingReceived } from './upload.repository.ts'
import type { UploadDeps } from './uploadDeps.ts'

const dayMs = 86_400_000
/** A younger file may belong to a commit in progress. */
const orphanAgeMs = 3_600_000

/**
 * Ends uploads untouched for 7 days and removes files that are no longer needed: files listed for deletion, and files
 * without a row. A complete file that no row ever named is set aside instead.
 * A file that an existing row references is never deleted.
 * @returns the number of ended uploads, and of files erased or set aside; files that stay do not count
 */
export async function sweep(deps: UploadDeps): Promise<{ uploads: number; files: number }> {
  const uploads = await endStaleUploads(deps)
  return { uploads, files: (await eraseListed(deps)) + (await eraseOrphans(deps)) }
}

async function endStaleUploads({ database, clock }: UploadDeps): Promise<number> {
  const { numUpdatedRows } = await database
    .updateTable('upload')
    .set((update) => ({ etat: 'ANNULE', decalage: 0, barriere: update('barriere', '+', 1) }))
    .where('etat', '=', 'OUVERT')
    .where('toucheLe', '<', isoFromNow(clock, -uploadLifeDays * dayMs))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

async function eraseListed({ database, storage }: UploadDeps): Promise<number> {
  const listed = await database.selectFrom('fichierASupprimer').select('fichier').execute()
  let erased = 0
  for (const { fichier } of listed) {
    if (await isNeeded(database, fichier)) continue
    await storage.remove(fichier)
    await database.deleteFrom('fichierASupprimer').where('fichier', '=', fichier).execute()
    erased += 1
  }
  return erased
}

async function eraseOrphans({ database, storage, clock }: UploadDeps): Promise<number> {
  const young = clock.now().getTime() - orphanAgeMs
  let erased = 0
  for await (const { name, changedAt, isPermanent } of storage.list()) {
    // Parts of a file may be left beside the complete one.
    const isUsed = isPermanent ? isNeeded : isBeingReceived
    if (changedAt.getTime() > young || (await isUsed(database, name))) continue
    // A complete file that the database does not list may be newer than a database restored from a backup: set it
    // aside.
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

/**
 * A file is needed by a media that is alive or restorable, or by an upload that can still become one. A single
 * statement: with two, a commit between them would make both answers "no".
 */
async function isNeeded(database: UploadDeps['database'], fichier: string): Promise<boolean> {
  const media = database.selectFrom('media').select('fichier').where(needsFile)
  const upload = database
    .selectFrom('upload')
    .select('fichierTemporaire as fichier')
    .where('etat', 'in', ['OUVERT', 'COMMIT'])
  const row = await media
    .where('fichier', '=', fichier)
    .unionAll(upload.where('fichierTemporaire', '=', fichier))
    .executeTakeFirst()
  return row !== undefined
}
