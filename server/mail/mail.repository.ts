import type { Selectable, Updateable } from 'kysely'
import type { Database } from '../database/database.ts'
import type { CourrielTable } from '../database/tables/messages.ts'

export type WaitingCourriel = Selectable<CourrielTable>

const batchSize = 50

/** Messages that are due, oldest first, at most 50. @param now ISO 8601 */
export function findWaitingCourriels(database: Database, now: string): Promise<WaitingCourriel[]> {
  return database
    .selectFrom('courriel')
    .selectAll()
    .where('envoyeLe', 'is', null)
    .where('abandonneLe', 'is', null)
    .where('prochainEssai', '<=', now)
    .orderBy('id')
    .limit(batchSize)
    .execute()
}

/** Claims a message if its number of attempts is unchanged; false when another process claimed it. */
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

/** Stores the outcome of an attempt to deliver a mail. */
export async function storeDeliveryOutcome(
  database: Database,
  id: number,
  outcome: Updateable<CourrielTable>,
): Promise<void> {
  await database.updateTable('courriel').set(outcome).where('id', '=', id).execute()
}
