import type { StatutMedia } from '#domain/media/media.ts'
import type { TypeNotification } from '#domain/notification/notification.ts'
import type { Database } from '../database/database.ts'
import type { MediaRow } from '../database/tables/medias.ts'
import { publishNotified } from '../live/changes.ts'
import { notify } from '../notification/notify.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'

interface NotificationContent {
  readonly type: TypeNotification
  readonly titre: string
  readonly message: string
}

/**
 * Notifies the author of the current state of a media; push/pushAvis.ts sends it to the author's devices. Unread
 * notifications about it are deleted, or marked as read when they were already pushed or mailed (product 22). Does not
 * repeat the latest notification.
 */
export async function notifyAuteur(
  { database, clock }: DatabaseDeps,
  { id: mediaId, auteurId, evenementId }: Pick<MediaRow, 'id' | 'auteurId' | 'evenementId'>,
  state: { readonly statut: StatutMedia; readonly raison: string | null },
): Promise<void> {
  const about = { mediaId, utilisateurId: auteurId }
  const isSuperseded = await supersedeUnread(database, about)
  const latest = await latestNotification(database, about)
  const notification = notificationOf(state, latest !== undefined)
  const isKnown =
    notification === null ||
    (latest?.type === notification.type &&
      latest.titre === notification.titre &&
      latest.message === notification.message)
  if (!isKnown) await notify(database, clock, [{ ...about, ...notification, evenementId }])
  else if (isSuperseded) await publishNotified(database, [auteurId])
}

interface About {
  readonly mediaId: number
  readonly utilisateurId: number
}

/** @returns whether a notification was deleted or marked as read */
async function supersedeUnread(database: Database, { mediaId, utilisateurId }: About): Promise<boolean> {
  const dropped = await database
    .deleteFrom('notification')
    .where('mediaId', '=', mediaId)
    .where('utilisateurId', '=', utilisateurId)
    .where('lu', '=', 0)
    .where('pushLe', 'is', null)
    .where('courrielLe', 'is', null)
    .executeTakeFirst()
  const superseded = await database
    .updateTable('notification')
    .set({ lu: 1 })
    .where('mediaId', '=', mediaId)
    .where('utilisateurId', '=', utilisateurId)
    .where('lu', '=', 0)
    .executeTakeFirst()
  return dropped.numDeletedRows > 0n || superseded.numUpdatedRows > 0n
}

function latestNotification(
  database: Database,
  { mediaId, utilisateurId }: About,
): Promise<NotificationContent | undefined> {
  return database
    .selectFrom('notification')
    .select(['type', 'titre', 'message'])
    .where('mediaId', '=', mediaId)
    .where('utilisateurId', '=', utilisateurId)
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

/** @param isNotifiedBefore without an earlier notification, a pending media needs none */
function notificationOf(
  { statut, raison }: { readonly statut: StatutMedia; readonly raison: string | null },
  isNotifiedBefore: boolean,
): NotificationContent | null {
  switch (statut) {
    case 'VALIDE':
      return { type: 'MEDIA_VALIDE', titre: 'Média validé', message: "Votre média est visible dans l'album." }
    case 'REJETE':
      return { type: 'MEDIA_REJETE', titre: 'Média rejeté', message: raison ?? "L'organisateur a retiré ce média." }
    case 'SUPPRIME':
      return { type: 'MEDIA_REJETE', titre: 'Média retiré', message: raison ?? "L'organisateur a retiré ce média." }
    default:
      return isNotifiedBefore
        ? { type: 'MEDIA_VALIDE', titre: 'Média restauré', message: 'Votre média attend de nouveau sa validation.' }
        : null
  }
}
