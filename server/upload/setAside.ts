import type { UploadRow } from '../database/tables/medias.ts'
import type { Database } from '../database/database.ts'
import { notify } from '../notification/notify.ts'
import type { UploadDeps } from './uploadDeps.ts'

/** Notifies the author that the file was committed without an examination. */
export function notifySetAside(
  transaction: Database,
  { clock }: Pick<UploadDeps, 'clock'>,
  { utilisateurId, evenementId, nom }: UploadRow,
): Promise<void> {
  return notify(transaction, clock, [
    {
      utilisateurId,
      evenementId,
      type: 'MEDIA_MIS_DE_COTE',
      titre: 'Média mis de côté',
      message:
        `Votre fichier « ${nom} » est bien arrivé, mais il n'a pas pu être analysé. Vous seul(e) pouvez télécharger ` +
        "l'original ; les autres n'en voient qu'un aperçu, s'il a pu être fait.",
    },
  ])
}
