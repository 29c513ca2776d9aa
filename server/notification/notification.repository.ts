import type { Selectable } from 'kysely'
import type { Database } from '../database/database.ts'
import type { NotificationTable } from '../database/tables/messages.ts'

export type NotificationRow = Selectable<NotificationTable>

const listed = 100

export interface ListedNotification extends NotificationRow {
  readonly evenementTitre: string | null
}

/** The latest 100 notifications of a person, newest first. Without links to deleted events and removed media. */
export async function findNotifications(database: Database, utilisateurId: number): Promise<ListedNotification[]> {
  const rows = await database
    .selectFrom('notification')
    .leftJoin('evenement', 'evenement.id', 'notification.evenementId')
    .leftJoin('media', 'media.id', 'notification.mediaId')
    .selectAll('notification')
    .select(['evenement.supprimeLe', 'evenement.titre as evenementTitre', 'media.statut as statutMedia'])
    .where('notification.utilisateurId', '=', utilisateurId)
    .orderBy('notification.id', 'desc')
    .limit(listed)
    .execute()
  return Array.from(rows, ({ supprimeLe, statutMedia, ...row }) => {
    if (supprimeLe !== null) return { ...row, evenementId: null, evenementTitre: null, mediaId: null }
    return statutMedia === null || statutMedia === 'SUPPRIME' ? { ...row, mediaId: null } : row
  })
}

/** Marks one or all of a person's notifications as read. @returns the marked rows */
export function markNotifications(
  database: Database,
  { utilisateurId, id }: { utilisateurId: number; id?: number },
): Promise<NotificationRow[]> {
  return database
    .updateTable('notification')
    .set({ lu: 1 })
    .where('utilisateurId', '=', utilisateurId)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .$if(id === undefined, (query) => query.where('lu', '=', 0))
    .returningAll()
    .execute()
}
