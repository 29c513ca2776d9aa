import type { Selectable, Updateable } from 'kysely'
import type { Database } from '../database/database.ts'
import type { CourrielTable } from '../database/tables/messages.ts'

export type WaitingCourriel = Selectable<CourrielTable>

const atOnce = 50

/** Messages that are due, oldest first. @param now ISO 8601 */
export function findWaitingCourriels(database: Database, now: string): Promise<WaitingCourriel[]> {
  return database
    .selectFrom('courriel')
    .selectAll()
    .where('envoyeLe', 'is', null)
    .where('abandonneLe', 'is', null)
    .where('prochainEssai', '<=', now)
    .orderBy('id')
    .limit(atOnce)
    .execute()
}

/** Takes a message by its count of tries; false when another deliverer was first. */
export async function claimCourriel(
  database: Database,
  { id, essais }: WaitingCourriel,
  claimed: Pick<WaitingCourriel, 'essais' | 'prochainEssai'>,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('courriel')
    .set(claimed)
    .where('id', '=', id)
    .where('essais', '=', essais)
    .where('envoyeLe', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function settleCourriel(
  database: Database,
  id: number,
  outcome: Updateable<CourrielTable>,
): Promise<void> {
  await database.updateTable('courriel').set(outcome).where('id', '=', id).execute()
}
