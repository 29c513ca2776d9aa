import type { Database } from '../database/database.ts'

/** The number of active administrators, excluding one. */
export async function countActiveAdministrateurs(database: Database, without: number): Promise<number> {
  const { n } = await activeAdministrateurs(database)
    .select((select) => select.fn.countAll<number | string>().as('n'))
    .where('id', '<>', without)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** The only active administrator; null when there are several. */
export async function findSeulAdministrateur(database: Database): Promise<number | null> {
  const found = await activeAdministrateurs(database).select('id').limit(2).execute()
  return found.length === 1 ? (found[0]?.id ?? null) : null
}

function activeAdministrateurs(database: Database) {
  return database
    .selectFrom('utilisateur')
    .where('role', '=', 'ADMINISTRATEUR')
    .where('statutActif', '=', 1)
    .where('archiveLe', 'is', null)
}

/** Serializes transactions that change administrators, on both databases. */
export async function lockAdministrateurs(database: Database): Promise<void> {
  await database
    .updateTable('utilisateur')
    .set((set) => ({ email: set.ref('email') }))
    .where('role', '=', 'ADMINISTRATEUR')
    .execute()
}
