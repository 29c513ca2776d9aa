import type { Selectable } from 'kysely'
import type { Database } from '../database/database.ts'
import type { NotificationTable } from '../database/tables/messages.ts'

export type NotificationRow = Selectable<NotificationTable>

const listed = 100

/** The latest of one person, newest first; those about a deleted event lead nowhere. */
export async function findNotifications(database: Database, utilisateurId: number): Promise<NotificationRow[]> {
  const rows = await database
    .selectFrom('notification')
    .leftJoin('evenement', 'evenement.id', 'notification.evenementId')
    .selectAll('notification')
    .select('evenement.supprimeLe')
    .where('notification.utilisateurId', '=', utilisateurId)
    .orderBy('notification.id', 'desc')
    .limit(listed)
    .execute()
  return Array.from(rows, ({ supprimeLe, ...row }) => (supprimeLe === null ? row : { ...row, evenementId: null }))
}

/** Marks one of a person's own, or all of them; gives those that are marked now. */
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
