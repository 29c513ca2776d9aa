import { writeAudit } from '../audit/audit.ts'
import { nowIso } from '../clock.ts'
import { hasDemandeOuverte } from '../demandeRetrait/demandeRetrait.repository.ts'
import { needsFile, removeForGood } from '../media/media.repository.ts'
import { notify } from '../notification/notify.ts'
import { advanceUpload } from '../upload/upload.repository.ts'
import type { Finding, FoundMedia } from './finding.ts'
import type { IntegrityDeps } from './inspect.ts'

const perdu = "Le fichier de ce média s'est abîmé sur le service."

/**
 * Repairs a finding without deleting data: files are set aside, and the author of a lost media is notified and can
 * upload it again.
 * @returns what was done, in French and English, or null when it cannot be repaired or has changed since it was found
 */
export async function repair(deps: IntegrityDeps, finding: Finding): Promise<string | null> {
  const { database, storage } = deps
  switch (finding.kind) {
    case 'orphan':
    case 'partial':
      await storage.setAside({ name: finding.fichier, isPermanent: finding.kind === 'orphan' })
      return 'Mis en quarantaine. / Set aside.'
    case 'missing':
      await notifyLost(deps, finding.media)
      return 'Auteur prévenu. / Author notified.'
    case 'size':
    case 'sha256':
      // Move the file first: a kill in between leaves a missing file, which the next run finds, not a row that allows
      // its deletion.
      for (const isPermanent of [true, false]) await storage.setAside({ name: finding.media.fichier, isPermanent })
      await notifyLost(deps, finding.media)
      return 'Mis en quarantaine, auteur prévenu. / Set aside, author notified.'
    case 'crc':
      await database
        .updateTable('media')
        .set({ crc32: finding.crc32, crc32Masque: finding.crc32Masque })
        .where('id', '=', finding.media.id)
        .where('fichier', '=', finding.media.fichier)
        .execute()
      return 'Somme corrigée. / Checksum corrected.'
    case 'upload':
      if (!(await advanceUpload(database, finding.upload, { etat: 'ANNULE', decalage: 0 }))) return null
      await storage.setAside({ name: finding.upload.fichierTemporaire, isPermanent: false })
      return 'Le téléphone recommencera. / The phone will begin again.'
    case 'variants':
      await database
        .updateTable('media')
        .set({ variantesEtat: 'A_FAIRE', variantesBail: null })
        .where('id', '=', finding.media.id)
        .execute()
      return 'Aperçus à refaire. / Previews to be made again.'
    case 'lecture':
      await database
        .updateTable('media')
        .set({ lectureEtat: 'A_FAIRE', lectureBail: null })
        .where('id', '=', finding.media.id)
        .execute()
      return 'Film à refaire. / Film to be made again.'
    case 'strayVariants':
      await storage.removeVariants(finding.fichier)
      return 'Aperçus effacés. / Previews erased.'
    default:
      return null
  }
}

/**
 * Lets the previews be tried again that could not be made: the cause may have been the machine, or an earlier version.
 * @returns the number of media
 */
export async function retryPreviews({ database }: Pick<IntegrityDeps, 'database'>): Promise<number> {
  const { numUpdatedRows } = await database
    .updateTable('media')
    .set({ variantesEtat: 'A_FAIRE', variantesBail: null, variantesEssais: 0 })
    .where('variantesEtat', '=', 'IMPOSSIBLES')
    .where(needsFile)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/**
 * Marks a media as removed without a decider: its author sees the reason and can upload the photo again, but not while a
 * person on it waits for its removal (server/upload/rejectedTwin.ts).
 */
async function notifyLost({ database, clock }: IntegrityDeps, media: FoundMedia): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const before = await transaction
      .selectFrom('media')
      .select('corbeilleLe')
      .where('id', '=', media.id)
      .executeTakeFirst()
    const raison = (await hasDemandeOuverte(transaction, media.id)) ? perdu : `${perdu} Envoyez-le de nouveau.`
    const decided = { raison, decideParId: null, dateValidation: nowIso(clock) }
    const { numUpdatedRows } = await removeForGood(transaction, media.id, decided)
      .where('version', '=', media.version)
      .where(needsFile)
      .executeTakeFirst()
    // Changed since it was inspected: the next run finds it again.
    if (numUpdatedRows === 0n) return
    await writeAudit(transaction, clock, { acteurId: null, action: 'media/perdu', objet: `media:${media.id}` })
    // The organiser had removed it before: the author was notified then.
    if (before?.corbeilleLe != null) return
    await notify(transaction, clock, [
      {
        utilisateurId: media.auteurId,
        evenementId: media.evenementId,
        type: 'MEDIA_REJETE',
        titre: 'Média perdu',
        message: raison,
      },
    ])
  })
}
