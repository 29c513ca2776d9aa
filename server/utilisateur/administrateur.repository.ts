import type { Database } from '../database/database.ts'

/** The number of active administrators, excluding one. */
export async function countActiveAdministrateurs(database: Database, without: number): Promise<number> {
  const { n } = await database
    .selectFrom('utilisateur')
    .select((select) => select.fn.countAll<number | string>().as('n'))
    .where('role', '=', 'ADMINISTRATEUR')
    .where('statutActif', '=', 1)
    .where('archiveLe', 'is', null)
    .where('id', '<>', without)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Serializes transactions that change administrators, on both databases. */
export async function lockAdministrateurs(database: Database): Promise<void> {
  await database
    .updateTable('utilisateur')
    .set((set) => ({ email: set.ref('email') }))
    .where('role', '=', 'ADMINISTRATEUR')
    .execute()
}
