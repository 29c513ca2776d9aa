import type { Selectable } from 'kysely'
import type { Database } from '../database/database.ts'
import type { DemandeSuppressionTable } from '../database/tables/people.ts'

type LastExport = Pick<Selectable<DemandeSuppressionTable>, 'fichierExport' | 'lienHash' | 'lienExpire' | 'courrielId'>

/** Stores the last export with the record of the erasure. */
export async function keepLastExport(database: Database, id: number, kept: LastExport): Promise<void> {
  await database.updateTable('demandeSuppression').set(kept).where('id', '=', id).execute()
}

/** The file of a valid link. Marks the link as used; concurrent requests get null. */
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

/** The file of a valid link, which stays valid. */
export async function findLastExport(
  database: Database,
  { lienHash, now }: { lienHash: string; now: string },
): Promise<string | null> {
  const row = await database
    .selectFrom('demandeSuppression')
    .select('fichierExport')
    .where('lienHash', '=', lienHash)
    .where('lienExpire', '>', now)
    .executeTakeFirst()
  return row?.fichierExport ?? null
}

/** Restores a link whose download failed. */
export async function returnLastExport(database: Database, id: number, lienHash: string): Promise<void> {
  await database
    .updateTable('demandeSuppression')
    .set({ lienHash })
    .where('id', '=', id)
    .where('fichierExport', 'is not', null)
    .execute()
}

/** False when no row names the file any longer. */
export async function renameLastExport(
  database: Database,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('demandeSuppression')
    .set({ fichierExport: to })
    .where('fichierExport', '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export function findOverExports(database: Database, now: string) {
  return database
    .selectFrom('demandeSuppression')
    .select(['id', 'fichierExport', 'courrielId'])
    .where('fichierExport', 'is not', null)
    .where('lienExpire', '<=', now)
    .execute()
}

export async function findKeptExports(database: Database): Promise<ReadonlySet<string | null>> {
  const rows = await database
    .selectFrom('demandeSuppression')
    .select('fichierExport')
    .where('fichierExport', 'is not', null)
    .execute()
  return new Set(rows.map(({ fichierExport }) => fichierExport))
}
