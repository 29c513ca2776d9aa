import type { Insertable, Updateable } from 'kysely'
import type { Role } from '#domain/utilisateur/utilisateur.ts'
import { isoFromNow, nowIso } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { UtilisateurRow, UtilisateurTable } from '../database/tables/people.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'

export function findUtilisateur(database: Database, id: number): Promise<UtilisateurRow | undefined> {
  return database.selectFrom('utilisateur').selectAll().where('id', '=', id).executeTakeFirst()
}

/** An account whose person was not erased. */
export function findLivingUtilisateur(database: Database, id: number): Promise<UtilisateurRow | undefined> {
  return database
    .selectFrom('utilisateur')
    .selectAll()
    .where('id', '=', id)
    .where('effaceLe', 'is', null)
    .executeTakeFirst()
}

/** @param email normalised */
export function findUtilisateurByEmail(database: Database, email: string): Promise<UtilisateurRow | undefined> {
  return database.selectFrom('utilisateur').selectAll().where('email', '=', email).executeTakeFirst()
}

/** The new account, or undefined when its address is taken, also by a request at the same moment. */
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

/** Accounts that were not erased, newest first; of one role when it is given. */
export function findUtilisateurs(database: Database, role: Role | null): Promise<UtilisateurRow[]> {
  return database
    .selectFrom('utilisateur')
    .selectAll()
    .where('effaceLe', 'is', null)
    .$if(role !== null, (query) => query.where('role', '=', role ?? 'PARTICIPANT'))
    .orderBy('dateCreation', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export async function updateUtilisateur(
  database: Database,
  id: number,
  changes: Updateable<UtilisateurTable>,
): Promise<void> {
  await database.updateTable('utilisateur').set(changes).where('id', '=', id).execute()
}

const touchedEveryMs = 3_600_000

/** Notes that a person does something, once an hour at most; warnings of an archive begin anew (product 31). */
export async function touchUtilisateur({ database, clock }: DatabaseDeps, id: number): Promise<void> {
  const known = await findUtilisateur(database, id)
  if (!known || known.derniereActivite > isoFromNow(clock, -touchedEveryMs)) return
  await updateUtilisateur(database, id, { derniereActivite: nowIso(clock), avertissements: 0 })
}

/** Names of several people in one query. */
export async function findPrenoms(
  database: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Pick<UtilisateurRow, 'prenom' | 'nom'>>> {
  if (ids.length === 0) return new Map()
  const rows = await database.selectFrom('utilisateur').select(['id', 'prenom', 'nom']).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Makes other transactions about the same person wait, on either database. */
export async function lockUtilisateur(database: Database, id: number): Promise<void> {
  await database
    .updateTable('utilisateur')
    .set((set) => ({ email: set.ref('email') }))
    .where('id', '=', id)
    .execute()
}
