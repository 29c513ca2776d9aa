import type { Database } from './database.ts'

/** Names of the values that the nodes of a service share. */
type StateKey = 'horlogeVueLe' | 'plans' | 'stockage'

/** @returns null when it was never written */
export async function readServiceState(database: Database, cle: StateKey): Promise<string | null> {
  const row = await database.selectFrom('etatService').select('valeur').where('cle', '=', cle).executeTakeFirst()
  return row?.valeur ?? null
}

/** Writes a value in place of an earlier one. */
export async function writeServiceState(database: Database, cle: StateKey, valeur: string): Promise<void> {
  await database
    .insertInto('etatService')
    .values({ cle, valeur })
    .onConflict((conflict) => conflict.column('cle').doUpdateSet({ valeur }))
    .execute()
}

export async function removeServiceState(database: Database, cle: StateKey): Promise<void> {
  await database.deleteFrom('etatService').where('cle', '=', cle).execute()
}
