import type { MessageSent, Notification } from '#domain/notification/notification.ts'
import { writeAudit } from '../audit/audit.ts'
import type { Database } from '../database/database.ts'
import type { EvenementRow } from '../database/tables/evenements.ts'
import { transactionAs } from '../grant/credential.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { publishNotified } from '../live/changes.ts'
import { limitMessages, type MessageSender } from './messageLimit.ts'
import { isRepeated } from '../tentative/repeated.ts'
import { markNotifications, type NotificationRow } from './notification.repository.ts'
import { notify } from './notify.ts'

export interface Announcement extends MessageSent, MessageSender {
  readonly evenement: EvenementRow
}

/**
 * Sends a message to all participants whose registration is VALIDE. Idempotent by `cle`.
 * @returns the number of recipients
 */
export async function announce(
  deps: DatabaseDeps,
  { acteur, network, evenement, titre, message, cle }: Announcement,
): Promise<number> {
  return transactionAs(deps, acteur, async (database) => {
    const members = await database
      .selectFrom('inscription')
      .select('utilisateurId')
      .where('evenementId', '=', evenement.id)
      .where('statutInscription', '=', 'VALIDE')
      .execute()
    const content = [evenement.id, titre, message]
    const request = { action: 'message-envoye', acteurId: acteur.id, cle, content } as const
    if (await isRepeated({ ...deps, database }, request)) return members.length
    await limitMessages({ ...deps, database }, { acteur, network })
    const notification = { type: 'EVENEMENT', titre, message, evenementId: evenement.id } as const
    await notify(
      database,
      deps.clock,
      members.map(({ utilisateurId }) => ({ ...notification, utilisateurId })),
    )
    const objet = `evenement:${evenement.id}`
    const detail = { destinataires: members.length }
    await writeAudit(database, deps.clock, { acteurId: acteur.id, action: 'notification/envoyee', objet, detail })
    return members.length
  })
}

/**
 * Marks one or all of a person's notifications as read, on their other screens too.
 * @param database the transaction of the change
 * @returns the marked rows
 */
export async function markRead(
  database: Database,
  which: { utilisateurId: number; id?: number },
): Promise<NotificationRow[]> {
  const marked = await markNotifications(database, which)
  if (marked.length > 0) await publishNotified(database, [which.utilisateurId])
  return marked
}

/** A notification as the API returns it. */
export function notificationView(row: NotificationRow & { evenementTitre?: string | null }): Notification {
  const { id, type, titre, message, dateCreation, evenementId, evenementTitre = null, mediaId, lu } = row
  const about = { evenement_id: evenementId, evenement_titre: evenementTitre, media_id: mediaId }
  return { id, type, titre, message, dateCreation, ...about, lu: lu === 1 }
}
