import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { workEach } from '../workEach.ts'
import { type StatutEvenement, undoMs } from '#domain/evenement/evenement.ts'
import { isoFromNow, nowIso } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { EvenementRow } from '../database/tables/evenements.ts'
import { publishStatutChange } from '../live/changes.ts'
import { notifyMembers } from './evenement.notifications.ts'
import { lockAnyEvenement } from './supprime.repository.ts'

interface Change {
  readonly statut?: StatutEvenement
  readonly isDeleted?: boolean
}

/**
 * Schedules a notification of the members for when the change can no longer be undone. A change that is undone before
 * is not announced (product 16 and 17). Call it in the transaction of the change.
 * @param before the event before the change
 * @returns the new value of `statutManuel`: an undone statut is as if it had never been set
 */
export async function announceLater(
  { database, clock }: DatabaseDeps,
  before: EvenementRow,
  { statut = before.statut, isDeleted = before.supprimeLe !== null }: Change,
): Promise<0 | 1> {
  const evenementId = before.id
  const pending = await findAnnonce(database, evenementId)
  const known = pending ?? {
    statutConnu: before.statut,
    statutManuelAvant: before.statutManuel,
    suppressionConnue: before.supprimeLe === null ? (0 as const) : (1 as const),
  }
  const isKnown = statut === known.statutConnu && isDeleted === (known.suppressionConnue === 1)
  await database.deleteFrom('annonceEvenement').where('evenementId', '=', evenementId).execute()
  if (!isKnown) {
    const row = { ...known, evenementId, aDireLe: isoFromNow(clock, undoMs) }
    await database.insertInto('annonceEvenement').values(row).execute()
  } else if (pending) {
    // A page of a member that was loaded in between shows the undone state.
    await publishStatutChange(database, evenementId)
  }
  if (statut === before.statut) return before.statutManuel
  return statut === known.statutConnu ? known.statutManuelAvant : 1
}

/** Notifies members of due changes, of the latest state only. */
export async function announceDueChanges({ database, clock }: DatabaseDeps): Promise<void> {
  const until = nowIso(clock)
  const due = await database
    .selectFrom('annonceEvenement')
    .select('evenementId')
    .where('aDireLe', '<=', until)
    .orderBy('aDireLe')
    .limit(100)
    .execute()
  await workEach(due, ({ evenementId }) =>
    database
      .transaction()
      .execute((transaction) => announceDue({ database: transaction, clock }, { evenementId, until })),
  )
}

/** Notifies members of a change that can no longer be undone, because the event is erased. */
export function announceBeforeErasure(deps: DatabaseDeps, evenementId: number): Promise<void> {
  return announceDue(deps, { evenementId, until: isoFromNow(deps.clock, undoMs) })
}

async function announceDue(
  { database, clock }: DatabaseDeps,
  { evenementId, until }: { evenementId: number; until: string },
): Promise<void> {
  const after = await lockAnyEvenement(database, evenementId)
  const pending = await findAnnonce(database, evenementId)
  // Another change moved the date, or another node has sent it.
  if (!after || !pending || pending.aDireLe > until) return
  await database.deleteFrom('annonceEvenement').where('evenementId', '=', evenementId).execute()
  const wasDeleted = pending.suppressionConnue === 1
  const before = { ...after, statut: pending.statutConnu, supprimeLe: wasDeleted ? after.dateCreation : null }
  await notifyMembers(database, clock, { before, after })
}

function findAnnonce(database: Database, evenementId: number) {
  return database
    .selectFrom('annonceEvenement')
    .select(['statutConnu', 'statutManuelAvant', 'suppressionConnue', 'aDireLe'])
    .where('evenementId', '=', evenementId)
    .executeTakeFirst()
}
