import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { type StatutEvenement, undoMs } from '#domain/evenement/evenement.ts'
import { isoFromNow, nowIso } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { EvenementRow } from '../database/tables/evenements.ts'
import { notifyMembers } from './evenement.notifications.ts'
import { lockAnyEvenement } from './supprime.repository.ts'

interface Change {
  readonly statut?: StatutEvenement
  readonly isDeleted?: boolean
}

/**
 * Notes that members are to be told of a change once it can no longer be undone; one that is undone before is told to
 * nobody (product 16 and 17). Call it in the transaction of the change.
 * @param before the event as it was
 * @returns what `statutManuel` is now: an undone statut is as if nobody had set it
 */
export async function announceLater(
  { database, clock }: DatabaseDeps,
  before: EvenementRow,
  { statut = before.statut, isDeleted = before.supprimeLe !== null }: Change,
): Promise<0 | 1> {
  const evenementId = before.id
  const waiting = await findAnnonce(database, evenementId)
  const known = waiting ?? {
    statutConnu: before.statut,
    statutManuelAvant: before.statutManuel,
    suppressionConnue: before.supprimeLe === null ? (0 as const) : (1 as const),
  }
  const isKnown = statut === known.statutConnu && isDeleted === (known.suppressionConnue === 1)
  await database.deleteFrom('annonceEvenement').where('evenementId', '=', evenementId).execute()
  if (!isKnown) {
    const row = { ...known, evenementId, aDireLe: isoFromNow(clock, undoMs) }
    await database.insertInto('annonceEvenement').values(row).execute()
  }
  if (statut === before.statut) return before.statutManuel
  return statut === known.statutConnu ? known.statutManuelAvant : 1
}

/** Tells members of the changes whose time to be undone is over: of the last state alone. */
export async function announceDueChanges({ database, clock }: DatabaseDeps): Promise<void> {
  const due = await database
    .selectFrom('annonceEvenement')
    .select('evenementId')
    .where('aDireLe', '<=', nowIso(clock))
    .orderBy('aDireLe')
    .limit(100)
    .execute()
  for (const { evenementId } of due) {
    await database.transaction().execute((transaction) => announceDue({ database: transaction, clock }, evenementId))
  }
}

async function announceDue({ database, clock }: DatabaseDeps, evenementId: number): Promise<void> {
  const after = await lockAnyEvenement(database, evenementId)
  const waiting = await findAnnonce(database, evenementId)
  // Changed once more, or told by another node, at this moment.
  if (!after || !waiting || waiting.aDireLe > nowIso(clock)) return
  await database.deleteFrom('annonceEvenement').where('evenementId', '=', evenementId).execute()
  const wasDeleted = waiting.suppressionConnue === 1
  const before = { ...after, statut: waiting.statutConnu, supprimeLe: wasDeleted ? after.dateCreation : null }
  await notifyMembers(database, clock, { before, after })
}

function findAnnonce(database: Database, evenementId: number) {
  return database
    .selectFrom('annonceEvenement')
    .select(['statutConnu', 'statutManuelAvant', 'suppressionConnue', 'aDireLe'])
    .where('evenementId', '=', evenementId)
    .executeTakeFirst()
}
