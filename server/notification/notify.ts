import type { TypeNotification } from '#domain/notification/notification.ts'
import { type Clock, nowIso } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { publishNotified } from '../live/changes.ts'

/** Both databases limit the values of a statement; an event may have thousands of members. */
const rowsPerStatement = 1000

/** A message to one person, shown in the app. */
export interface NotificationInput {
  readonly utilisateurId: number
  readonly type: TypeNotification
  readonly titre: string
  readonly message: string
  readonly evenementId: number | null
  /** True when a separate mail has the same content: it is not mailed again. */
  readonly isMailed?: boolean
  /** Another person that the text names; it is deleted when that person is erased. */
  readonly nommeId?: number
  readonly mediaId?: number
}

/**
 * Inserts notifications in the transaction that causes them. Jobs read the rows: push/pushAvis.ts sends them to phones
 * within seconds, notification/avis.usecases.ts mails in a group what stays unread (product 32).
 */
export async function notify(
  database: Database,
  clock: Clock,
  notifications: readonly NotificationInput[],
): Promise<void> {
  if (notifications.length === 0) return
  const dateCreation = nowIso(clock)
  const rows = notifications.map(({ isMailed = false, nommeId, ...notification }) => ({
    ...notification,
    nommeId: nommeId ?? null,
    lu: 0 as const,
    dateCreation,
    courrielLe: isMailed ? dateCreation : null,
    pushLe: null,
    courrielId: null,
  }))
  for (let at = 0; at < rows.length; at += rowsPerStatement) {
    const some = rows.slice(at, at + rowsPerStatement)
    await database.insertInto('notification').values(some).execute()
  }
  await publishNotified(
    database,
    notifications.map(({ utilisateurId }) => utilisateurId),
  )
}
