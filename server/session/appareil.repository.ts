import type { Insertable, Selectable } from 'kysely'
import { minuteMs } from '#domain/contract/durations.ts'
import { isoFromNow, nowIso } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { AppareilRow, AppareilTable, SessionTable } from '../database/tables/people.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { unsyncedTransaction } from '../database/unsynced.ts'
import { noteReceived } from './session.repository.ts'

/** Id of the device that a session belongs to. */
export function appareilIdOf({ famille, jti }: Pick<Selectable<SessionTable>, 'famille' | 'jti'>): string {
  return famille ?? jti
}

/** Inserts a device, or updates it at a renewal. */
export async function keepAppareil(database: Database, appareil: Insertable<AppareilTable>): Promise<void> {
  const { nom, utiliseLe, expire } = appareil
  await database
    .insertInto('appareil')
    .values(appareil)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ nom, utiliseLe, expire }))
    .execute()
}

/** Signed-in devices of a person, most recently used first. */
export function findAppareils(
  database: Database,
  { utilisateurId, now }: { utilisateurId: number; now: string },
): Promise<AppareilRow[]> {
  return database
    .selectFrom('appareil')
    .selectAll()
    .where('utilisateurId', '=', utilisateurId)
    .where('expire', '>', now)
    .orderBy('utiliseLe', 'desc')
    .orderBy('id')
    .execute()
}

/** Deletes a device; its push subscriptions are deleted with it. */
export async function removeAppareil(database: Database, id: string): Promise<void> {
  await database.deleteFrom('appareil').where('id', '=', id).execute()
}

/**
 * Deletes all devices of a person except one, and every push subscription of another device.
 * @param except id of a device; null for none
 */
export async function removeAppareilsOf(
  database: Database,
  { utilisateurId, except }: { utilisateurId: number; except: string | null },
): Promise<void> {
  await database
    .deleteFrom('appareil')
    .where('utilisateurId', '=', utilisateurId)
    .$if(except !== null, (query) => query.where('id', '<>', except ?? ''))
    .execute()
  // Subscriptions from before devices were listed have no device.
  await database
    .deleteFrom('abonnementPush')
    .where('utilisateurId', '=', utilisateurId)
    .where('appareilId', 'is', null)
    .execute()
}

const notedEveryMs = 15 * minuteMs
/** A browser writes its cookies to disk some time after it has received them: Chromium up to 30 s later. */
const cookieKeptMs = minuteMs

interface SessionUse {
  readonly jti: string
  /** Of the session. */
  readonly creeLe: string
  readonly refreshHash: string | null
  readonly appareilId: string | null
  /** Of the device. */
  readonly utiliseLe: string | null
}

/**
 * Records the first use of a session that proves that the device has kept the cookie returned with it, and the use of
 * the device at most every 15 minutes. A browser that is killed sooner starts again with the cookie before it.
 */
export async function noteUse(
  { database, clock }: DatabaseDeps,
  { jti, creeLe, refreshHash, appareilId, utiliseLe }: SessionUse,
): Promise<void> {
  const isDue = utiliseLe !== null && utiliseLe <= isoFromNow(clock, -notedEveryMs)
  const received = creeLe <= isoFromNow(clock, -cookieKeptMs) ? refreshHash : null
  if (received === null && !isDue) return
  await unsyncedTransaction(database, async (transaction) => {
    if (received !== null) await noteReceived(transaction, { jti, refreshHash: received })
    if (!isDue) return
    await transaction
      .updateTable('appareil')
      .set({ utiliseLe: nowIso(clock) })
      .where('id', '=', appareilId)
      .execute()
  })
}
