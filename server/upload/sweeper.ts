import { isoFromNow } from '../clock.ts'
import { needsFile } from '../media/media.repository.ts'
import { uploadLifeDays } from './tus.ts'
import type { UploadDeps } from './uploadDeps.ts'

const dayMs = 86_400_000
/** A file younger than this may belong to a commit that is under way. */
const orphanAgeMs = 3_600_000

/**
 * Takes away what nobody needs any more: uploads untouched for 7 days, files whose row went, files without a row (set
 * aside when no row ever named them).
 * A file with a living row is never touched.
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
  for (const { fichier } of listed) {
    if (await isNeeded(database, fichier)) continue
    await storage.remove(fichier)
    await database.deleteFrom('fichierASupprimer').where('fichier', '=', fichier).execute()
  }
  return listed.length
}

async function eraseOrphans({ database, storage, clock }: UploadDeps): Promise<number> {
  const young = clock.now().getTime() - orphanAgeMs
  let erased = 0
  for await (const { name, changedAt, isPermanent } of storage.list()) {
    if (changedAt.getTime() > young || (await isNeeded(database, name))) continue
    // A whole file of which the database knows nothing is perhaps newer than a database brought back from a backup.
    if (isPermanent && !(await isKnown(database, name))) await storage.setAside({ name, isPermanent })
    else await storage.remove(name)
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
 * A file is needed by a media that lives or can be restored, or by an upload that may still become one. One statement: asked one after the
 * other, a commit in between would make the answer no twice.
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
