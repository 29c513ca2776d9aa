import type { Insertable, Selectable } from 'kysely'
import { isoFromNow, nowIso } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { AppareilRow, AppareilTable, SessionTable } from '../database/tables/people.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'

/** Id of the device that a session belongs to. */
export function appareilIdOf({ famille, jti }: Pick<Selectable<SessionTable>, 'famille' | 'jti'>): string {
  return famille ?? jti
}

/** Lists a device, or notes its renewal. */
export async function keepAppareil(database: Database, appareil: Insertable<AppareilTable>): Promise<void> {
  const { nom, utiliseLe, expire } = appareil
  await database
    .insertInto('appareil')
    .values(appareil)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ nom, utiliseLe, expire }))
    .execute()
}

/** Devices where a person is signed in, used last first. */
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

/** Takes a device off the list; its push subscriptions go with it. */
export async function removeAppareil(database: Database, id: string): Promise<void> {
  await database.deleteFrom('appareil').where('id', '=', id).execute()
}

/**
 * Takes all devices of a person off the list but one, and every push subscription that does not belong to that one.
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
  // What asked for push before devices were listed belongs to no device.
  await database
    .deleteFrom('abonnementPush')
    .where('utilisateurId', '=', utilisateurId)
    .where('appareilId', 'is', null)
    .execute()
}

const notedEveryMs = 15 * 60_000

/** Notes that a device is used, four times an hour at most. */
export async function noteUse(
  { database, clock }: DatabaseDeps,
  { id, utiliseLe }: Pick<AppareilRow, 'id' | 'utiliseLe'>,
): Promise<void> {
  if (utiliseLe > isoFromNow(clock, -notedEveryMs)) return
  await database
    .updateTable('appareil')
    .set({ utiliseLe: nowIso(clock) })
    .where('id', '=', id)
    .execute()
}
