import type { Selectable } from 'kysely'
import type { Database } from '../database/database.ts'
import type { SecondFacteurTable } from '../database/tables/people.ts'

export type SecondFacteurRow = Selectable<SecondFacteurTable>

/** A person's authenticator app, also before its activation. */
export function findSecondFacteur(database: Database, utilisateurId: number): Promise<SecondFacteurRow | undefined> {
  return database.selectFrom('secondFacteur').selectAll().where('utilisateurId', '=', utilisateurId).executeTakeFirst()
}

/** Stores a new secret; replaces one that is not activated. */
export async function keepSecret(
  database: Database,
  { utilisateurId, secret, creeLe }: { utilisateurId: number; secret: string; creeLe: string },
): Promise<void> {
  await database
    .insertInto('secondFacteur')
    .values({ utilisateurId, secret, creeLe, activeLe: null, dernierPas: 0 })
    .onConflict((conflict) => conflict.column('utilisateurId').doUpdateSet({ secret, creeLe }))
    .execute()
}

export async function activateSecondFacteur(database: Database, id: number, activeLe: string): Promise<void> {
  await database.updateTable('secondFacteur').set({ activeLe }).where('id', '=', id).execute()
}

/** Marks a time step as used; false when it, or a later one, is already used: a code works once (RFC 6238, 5.2). */
export async function takeStep(database: Database, id: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('secondFacteur')
    .set({ dernierPas: step })
    .where('id', '=', id)
    .where('dernierPas', '<', step)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Marks a recovery code as used; false when it does not exist or is already used. */
export async function takeCodeSecours(
  database: Database,
  { utilisateurId, hash, now }: { utilisateurId: number; hash: string; now: string },
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('codeSecours')
    .set({ utiliseLe: now })
    .where('utilisateurId', '=', utilisateurId)
    .where('hash', '=', hash)
    .where('utiliseLe', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Number of unused recovery codes. */
export async function countCodesSecours(database: Database, utilisateurId: number): Promise<number> {
  const rows = await database
    .selectFrom('codeSecours')
    .select('id')
    .where('utilisateurId', '=', utilisateurId)
    .where('utiliseLe', 'is', null)
    .execute()
  return rows.length
}

/** Stores new recovery codes in place of the old ones. */
export async function replaceCodesSecours(
  database: Database,
  utilisateurId: number,
  hashes: readonly string[],
): Promise<void> {
  await database.deleteFrom('codeSecours').where('utilisateurId', '=', utilisateurId).execute()
  await database
    .insertInto('codeSecours')
    .values(hashes.map((hash) => ({ utilisateurId, hash, utiliseLe: null })))
    .execute()
}

export async function removeCodesSecours(database: Database, utilisateurId: number): Promise<void> {
  await database.deleteFrom('codeSecours').where('utilisateurId', '=', utilisateurId).execute()
}

export async function removeSecondFacteur(database: Database, utilisateurId: number): Promise<void> {
  await database.deleteFrom('secondFacteur').where('utilisateurId', '=', utilisateurId).execute()
}
