import type { Selectable } from 'kysely'
import type { Database } from '../database/database.ts'
import type { CleInviteTable } from '../database/tables/people.ts'

export function findCle(database: Database, hash: string): Promise<Selectable<CleInviteTable> | undefined> {
  return database.selectFrom('cleInvite').selectAll().where('hash', '=', hash).executeTakeFirst()
}

export async function insertCle(
  database: Database,
  cle: Pick<Selectable<CleInviteTable>, 'hash' | 'utilisateurId' | 'creeLe'>,
): Promise<void> {
  await database
    .insertInto('cleInvite')
    .values({ ...cle, fermeeLe: null })
    .execute()
}

/** The key that created a guest opens no session any more. The row stays: the key never creates a second guest. */
export async function closeCles(database: Database, utilisateurId: number, now: string): Promise<void> {
  await database
    .updateTable('cleInvite')
    .set({ fermeeLe: now })
    .where('utilisateurId', '=', utilisateurId)
    .where('fermeeLe', 'is', null)
    .execute()
}
