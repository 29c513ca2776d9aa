import type { Selectable } from 'kysely'
import type { Database } from '../database/database.ts'
import type { DemandeSuppressionTable } from '../database/tables/people.ts'

type LastExport = Pick<Selectable<DemandeSuppressionTable>, 'fichierExport' | 'lienHash' | 'lienExpire' | 'courrielId'>

/** Keeps the last export with the row that tells of the erasure. */
export async function keepLastExport(database: Database, id: number, kept: LastExport): Promise<void> {
  await database.updateTable('demandeSuppression').set(kept).where('id', '=', id).execute()
}

/** The file behind a link that lives; the link is used up, also for a request at the same moment. */
export async function takeLastExport(
  database: Database,
  { lienHash, now }: { lienHash: string; now: string },
): Promise<{ id: number; fichier: string } | null> {
  const row = await database
    .updateTable('demandeSuppression')
    .set({ lienHash: null })
    .where('lienHash', '=', lienHash)
    .where('lienExpire', '>', now)
    .where('fichierExport', 'is not', null)
    .returning(['id', 'fichierExport'])
    .executeTakeFirst()
  return row && row.fichierExport !== null ? { id: row.id, fichier: row.fichierExport } : null
}

/** Makes a link good again whose file did not arrive. */
export async function returnLastExport(database: Database, id: number, lienHash: string): Promise<void> {
  await database
    .updateTable('demandeSuppression')
    .set({ lienHash })
    .where('id', '=', id)
    .where('fichierExport', 'is not', null)
    .execute()
}

/** Exports whose day is over. */
export function findOverExports(database: Database, now: string) {
  return database
    .selectFrom('demandeSuppression')
    .select(['id', 'fichierExport', 'courrielId'])
    .where('fichierExport', 'is not', null)
    .where('lienExpire', '<=', now)
    .execute()
}

/** Files that a living link leads to. */
export async function findKeptExports(database: Database): Promise<ReadonlySet<string | null>> {
  const rows = await database.selectFrom('demandeSuppression').select('fichierExport').execute()
  return new Set(rows.map(({ fichierExport }) => fichierExport))
}
