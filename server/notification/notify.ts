import type { TypeNotification } from '#domain/notification/notification.ts'
import { type Clock, nowIso } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { tellNotified } from '../live/changes.ts'

/** A message to one person, shown in the app (product 32). */
export interface NotificationInput {
  readonly utilisateurId: number
  readonly type: TypeNotification
  readonly titre: string
  readonly message: string
  readonly evenementId: number | null
}

/** Writes notifications in the transaction of what they tell of. */
export async function notify(
  database: Database,
  clock: Clock,
  notifications: readonly NotificationInput[],
): Promise<void> {
  if (notifications.length === 0) return
  const dateCreation = nowIso(clock)
  const rows = notifications.map((notification) => ({ ...notification, lu: 0 as const, dateCreation }))
  await database.insertInto('notification').values(rows).execute()
  await tellNotified(
    database,
    notifications.map(({ utilisateurId }) => utilisateurId),
  )
}
