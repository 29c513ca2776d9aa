import type { Insertable, Updateable } from 'kysely'
import { hourMs } from '#domain/contract/durations.ts'
import type { Role } from '#domain/utilisateur/utilisateur.ts'
import { isoFromNow, nowIso } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { UtilisateurAvecEmail, UtilisateurRow, UtilisateurTable } from '../database/tables/people.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { unsyncedTransaction } from '../database/unsynced.ts'

/** An account, also an erased one. */
export function findUtilisateur(database: Database, id: number): Promise<UtilisateurRow | undefined> {
  return database.selectFrom('utilisateur').selectAll().where('id', '=', id).executeTakeFirst()
}

/** An account that is not erased. */
export function findLivingUtilisateur(database: Database, id: number): Promise<UtilisateurRow | undefined> {
  return database
    .selectFrom('utilisateur')
    .selectAll()
    .where('id', '=', id)
    .where('effaceLe', 'is', null)
    .executeTakeFirst()
}

/** @param email normalized */
export function findUtilisateurByEmail(database: Database, email: string): Promise<UtilisateurAvecEmail | undefined> {
  return database
    .selectFrom('utilisateur')
    .selectAll()
    .where('email', '=', email)
    .$narrowType<{ email: string }>()
    .executeTakeFirst()
}

/** The new account, or undefined when the address is taken. */
export function insertUtilisateur(
  database: Database,
  utilisateur: Insertable<UtilisateurTable>,
): Promise<UtilisateurRow | undefined> {
  return database
    .insertInto('utilisateur')
    .values(utilisateur)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst()
}

/**
 * At most `limit` accounts that are not erased, with an id above `after`, in the order of ids; all roles when `role` is
 * null.
 */
export function findUtilisateurs(
  database: Database,
  { role, after, limit }: { role: Role | null; after: number; limit: number },
) {
  return database
    .selectFrom('utilisateur')
    .select(['id', 'email', 'nom', 'prenom', 'role', 'statutActif', 'dateCreation', 'invite'])
    .where('effaceLe', 'is', null)
    .$if(role !== null, (query) => query.where('role', '=', role ?? 'PARTICIPANT'))
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function updateUtilisateur(
  database: Database,
  id: number,
  changes: Updateable<UtilisateurTable>,
): Promise<void> {
  await database.updateTable('utilisateur').set(changes).where('id', '=', id).execute()
}

const touchedEveryMs = hourMs

/** Records activity, at most once an hour. Resets the archive warnings (product 31). */
export async function touchUtilisateur({ database, clock }: DatabaseDeps, id: number): Promise<void> {
  const known = await database
    .selectFrom('utilisateur')
    .select('derniereActivite')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!known || known.derniereActivite > isoFromNow(clock, -touchedEveryMs)) return
  const touch = (to: Database) => updateUtilisateur(to, id, { derniereActivite: nowIso(clock), avertissements: 0 })
  // The next request repeats what a power cut undoes.
  await (database.isTransaction ? touch(database) : unsyncedTransaction(database, touch))
}

/** Names of people, by id, erased ones too. */
export async function findPrenoms(
  database: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Pick<UtilisateurRow, 'prenom' | 'nom' | 'effaceLe'>>> {
  if (ids.length === 0) return new Map()
  const columns = ['id', 'prenom', 'nom', 'effaceLe'] as const
  const rows = await database.selectFrom('utilisateur').select(columns).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** The guests who became a part of an account, by id. */
export async function findFusions(database: Database, id: number): Promise<number[]> {
  const rows = await database
    .selectFrom('utilisateur')
    .select('id')
    .where('fusionneDansId', '=', id)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Locks an account for the transaction, on both databases. */
export async function lockUtilisateur(database: Database, id: number): Promise<void> {
  await database
    .updateTable('utilisateur')
    .set((set) => ({ email: set.ref('email') }))
    .where('id', '=', id)
    .execute()
}
