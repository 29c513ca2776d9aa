import type { Selectable } from 'kysely'
import type { Database } from '../database/database.ts'
import type { SecondFacteurTable } from '../database/tables/people.ts'

export type SecondFacteurRow = Selectable<SecondFacteurTable>

/** A person's authenticator app, also one that no code has proven yet. */
export function findSecondFacteur(database: Database, utilisateurId: number): Promise<SecondFacteurRow | undefined> {
  return database.selectFrom('secondFacteur').selectAll().where('utilisateurId', '=', utilisateurId).executeTakeFirst()
}

/** Keeps a new secret in the place of one that was not proven. */
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

/** Uses a time step up; false when it, or a later one, was used before: a code works once (RFC 6238, 5.2). */
export async function takeStep(database: Database, id: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('secondFacteur')
    .set({ dernierPas: step })
    .where('id', '=', id)
    .where('dernierPas', '<', step)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Uses a recovery code up; false when there is none, or it was used before. */
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

/** How many recovery codes of a person are unused. */
export async function countCodesSecours(database: Database, utilisateurId: number): Promise<number> {
  const rows = await database
    .selectFrom('codeSecours')
    .select('id')
    .where('utilisateurId', '=', utilisateurId)
    .where('utiliseLe', 'is', null)
    .execute()
  return rows.length
}

/** Puts recovery codes in the place of all older ones. */
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

/** Forgets a person's recovery codes. */
export async function removeCodesSecours(database: Database, utilisateurId: number): Promise<void> {
  await database.deleteFrom('codeSecours').where('utilisateurId', '=', utilisateurId).execute()
}

/** Forgets a person's authenticator app. */
export async function removeSecondFacteur(database: Database, utilisateurId: number): Promise<void> {
  await database.deleteFrom('secondFacteur').where('utilisateurId', '=', utilisateurId).execute()
}
