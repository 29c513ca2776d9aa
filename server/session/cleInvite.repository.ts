import type { Selectable } from 'kysely'
import type { Database } from '../database/database.ts'
import type { CleInviteTable } from '../database/tables/people.ts'
import { endJetons } from '../utilisateur/jeton.repository.ts'

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

/**
 * The key that created a guest, and a code for another device, can no longer open a session. The row of the key stays:
 * it never creates a second guest.
 */
export async function closeCles(database: Database, utilisateurId: number, now: string): Promise<void> {
  await database
    .updateTable('cleInvite')
    .set({ fermeeLe: now })
    .where('utilisateurId', '=', utilisateurId)
    .where('fermeeLe', 'is', null)
    .execute()
  await endJetons(database, { utilisateurId, genre: 'REPRISE' }, now)
}
