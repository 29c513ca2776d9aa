import type { Selectable } from 'kysely'
import { dayMs } from '#domain/contract/durations.ts'
import { cutText } from '#domain/texte/cutText.ts'
import { isoFromNow, nowIso } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { NotificationTable } from '../database/tables/messages.ts'
import type { UtilisateurRow } from '../database/tables/people.ts'
import { findAnyEvenement } from '../evenement/supprime.repository.ts'
import { groupedOverMs, linesOf, placeOf } from '../notification/avisLines.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import type { Pusher } from './pusher.ts'
import { findUtilisateur } from '../utilisateur/utilisateur.repository.ts'
import { type AppareilRow, findAppareils, putOff, removeAppareil } from './push.repository.ts'
import type { MessagePush } from '#domain/notification/push.ts'

interface PushDeps extends DatabaseDeps {
  readonly pusher: Pusher
}

/** Older notifications are only in the app and in a mail. */
const freshMs = dayMs
const batchSize = 20
const corpsMax = 300

interface Group {
  readonly utilisateurId: number
  readonly evenementId: number | null
}

/**
 * Pushes new unread notifications to subscribed devices, one message per person and event: the first notification
 * immediately, later ones together. jobs.ts calls it every few seconds.
 */
export async function pushAvis(deps: PushDeps): Promise<void> {
  const groups = await findPushGroups(deps)
  await Promise.all(groups.map((group) => pushGroup(deps, group)))
}

/** New unread notifications for a device that is not paused and was stored before them. */
function findWaiting({ database, clock }: PushDeps) {
  return database
    .selectFrom('notification as unread')
    .innerJoin('abonnementPush as appareil', 'appareil.utilisateurId', 'unread.utilisateurId')
    .whereRef('unread.dateCreation', '>=', 'appareil.creeLe')
    .where('appareil.reprendLe', '<=', nowIso(clock))
    .where('unread.pushLe', 'is', null)
    .where('unread.lu', '=', 0)
    .where('unread.dateCreation', '>', isoFromNow(clock, -freshMs))
}

/** Groups with a notification that waits, and without one that was just pushed. */
function findPushGroups(deps: PushDeps): Promise<Group[]> {
  const { clock } = deps
  return findWaiting(deps)
    .select(['unread.utilisateurId', 'unread.evenementId'])
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('notification as pushed')
            .select('pushed.id')
            // Of the device, so that SQLite looks for it first: most people have none.
            .whereRef('pushed.utilisateurId', '=', 'appareil.utilisateurId')
            .whereRef('pushed.evenementId', 'is not distinct from', 'unread.evenementId')
            .where('pushed.pushLe', '>', isoFromNow(clock, -groupedOverMs)),
        ),
      ),
    )
    .groupBy(['unread.utilisateurId', 'unread.evenementId'])
    .limit(batchSize)
    .execute()
}

/** A crash in between only loses the push: the notification stays unread and is mailed. */
async function pushGroup(deps: PushDeps, group: Group): Promise<void> {
  const { database } = deps
  const notifications = await takeNotifications(deps, group)
  const utilisateur = await findUtilisateur(database, group.utilisateurId)
  if (notifications.length === 0 || !utilisateur || !isActive(utilisateur)) return
  const evenement = group.evenementId === null ? undefined : await findAnyEvenement(database, group.evenementId)
  // No link to a deleted event.
  const evenementId = evenement?.supprimeLe === null ? evenement.id : null
  const shown = notifications.map((one) => ({ ...one, evenementId }))
  const appareils = await findAppareils(database, utilisateur.id)
  const outcomes = await Promise.all(
    appareils.flatMap((appareil) => {
      const later = shown.filter(({ dateCreation }) => dateCreation >= appareil.creeLe)
      if (later.length === 0) return []
      return [pushOne(deps, appareil, messageOf(later, { evenement, role: utilisateur.role }))]
    }),
  )
  if (outcomes.includes('later') && !outcomes.includes('taken')) await returnNotifications(database, notifications)
}

/** The waiting notifications of a group, oldest first. Marks them, so that each is returned once. */
async function takeNotifications(
  deps: PushDeps,
  { utilisateurId, evenementId }: Group,
): Promise<Selectable<NotificationTable>[]> {
  const waiting = findWaiting(deps)
    .select('unread.id')
    .where('unread.utilisateurId', '=', utilisateurId)
    .where('unread.evenementId', 'is not distinct from', evenementId)
  const taken = await deps.database
    .updateTable('notification')
    .set({ pushLe: nowIso(deps.clock) })
    .where('id', 'in', waiting)
    // It may have been taken or read since the inner query.
    .where('pushLe', 'is', null)
    .where('lu', '=', 0)
    .returningAll()
    .execute()
  return taken.toSorted((a, b) => a.id - b.id)
}

async function returnNotifications(
  database: Database,
  notifications: readonly { readonly id: number }[],
): Promise<void> {
  const ids = notifications.map(({ id }) => id)
  await database.updateTable('notification').set({ pushLe: null }).where('id', 'in', ids).execute()
}

async function pushOne(
  { database, clock, pusher }: PushDeps,
  appareil: AppareilRow,
  message: MessagePush,
): Promise<'taken' | 'gone' | 'later'> {
  if (appareil.reprendLe > nowIso(clock)) return 'later'
  const pushed = await pusher.push(appareil, message)
  if (pushed === 'gone') await removeAppareil(database, appareil)
  if (pushed === 'taken' || pushed === 'gone') return pushed
  await putOff(database, appareil.id, isoFromNow(clock, pushed.laterMs))
  return 'later'
}

function messageOf(
  notifications: readonly Selectable<NotificationTable>[],
  { evenement, role }: { evenement: { id: number; titre: string } | undefined; role: UtilisateurRow['role'] },
): MessagePush {
  const titre = evenement?.titre ?? notifications[0]?.titre ?? ''
  const corps = linesOf(notifications, titre).join('\n')
  const isCut = corps.length > corpsMax
  // The event's page does not have the messages of its organiser.
  const isReadInList = isCut && notifications.every(({ type }) => type === 'EVENEMENT')
  return {
    titre,
    corps: isCut ? `${cutText(corps, corpsMax - 1)}…` : corps,
    adresse: isReadInList ? '/notifications' : placeOf(notifications, role),
    // Without an event they are about different things, and none replaces another.
    etiquette: evenement ? `evenement-${evenement.id}` : `notification-${notifications[0]?.id}`,
  }
}

function isActive({ statutActif, archiveLe, effaceLe }: UtilisateurRow): boolean {
  return statutActif === 1 && archiveLe === null && effaceLe === null
}
