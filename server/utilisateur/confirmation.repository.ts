import type { Insertable } from 'kysely'
import type { Database } from '../database/database.ts'
import type { JetonTable } from '../database/tables/people.ts'

export async function insertJeton(database: Database, jeton: Insertable<JetonTable>): Promise<void> {
  await database.insertInto('jeton').values(jeton).execute()
}

/** Uses up a living link; false when it is unknown, expired, used, or somebody else's. */
export async function takeJeton(
  database: Database,
  which: Pick<JetonTable, 'hash' | 'genre' | 'utilisateurId' | 'email'>,
  now: string,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('jeton')
    .set({ utiliseLe: now })
    .where('hash', '=', which.hash)
    .where('genre', '=', which.genre)
    .where('utilisateurId', '=', which.utilisateurId)
    .where('email', '=', which.email)
    .where('utiliseLe', 'is', null)
    .where('expire', '>', now)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Notes that the account's present address is proven; the first proof stays. */
export async function confirmEmailOf(database: Database, utilisateurId: number, now: string): Promise<void> {
  await database
    .updateTable('utilisateur')
    .set({ emailConfirmeLe: now })
    .where('id', '=', utilisateurId)
    .where('emailConfirmeLe', 'is', null)
    .execute()
}
