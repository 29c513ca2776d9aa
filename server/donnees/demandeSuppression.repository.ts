import type { ExpressionBuilder, Selectable } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'
import type { DemandeSuppressionTable } from '../database/tables/people.ts'

type LastExport = Pick<Selectable<DemandeSuppressionTable>, 'fichierExport' | 'lienHash' | 'lienExpire' | 'courrielId'>

/** Stores the last export with the record of the erasure. */
export async function keepLastExport(database: Database, id: number, kept: LastExport): Promise<void> {
  await database.updateTable('demandeSuppression').set(kept).where('id', '=', id).execute()
}

interface Link {
  readonly lienHash: string
  /** ISO 8601. */
  readonly now: string
}

function validLink({ lienHash, now }: Link) {
  return (where: ExpressionBuilder<Schema, 'demandeSuppression'>) =>
    where.and([where('lienHash', '=', lienHash), where('lienExpire', '>', now), where('fichierExport', 'is not', null)])
}

/** Reserves a valid link until `prisJusque` and returns its file; null when it is invalid or reserved. */
export async function takeLastExport(
  database: Database,
  { prisJusque, ...link }: Link & { prisJusque: string },
): Promise<{ id: number; fichier: string } | null> {
  const row = await database
    .updateTable('demandeSuppression')
    .set({ lienPrisJusque: prisJusque })
    .where(validLink(link))
    .where((where) => where.or([where('lienPrisJusque', 'is', null), where('lienPrisJusque', '<', link.now)]))
    .returning(['id', 'fichierExport'])
    .executeTakeFirst()
  return row && row.fichierExport !== null ? { id: row.id, fichier: row.fichierExport } : null
}

/** The file of a valid link, and whether it is reserved; null when the link is invalid. Reserves nothing. */
export async function findLastExport(
  database: Database,
  link: Link,
): Promise<{ fichier: string; isTaken: boolean } | null> {
  const row = await database
    .selectFrom('demandeSuppression')
    .select(['fichierExport', 'lienPrisJusque'])
    .where(validLink(link))
    .executeTakeFirst()
  if (!row || row.fichierExport === null) return null
  return { fichier: row.fichierExport, isTaken: row.lienPrisJusque !== null && row.lienPrisJusque >= link.now }
}

/** Changes the state of a taken link. @param change `lienHash: null`: used; `lienPrisJusque: null`: free again */
export async function changeTakenLink(
  database: Database,
  id: number,
  change: { readonly lienHash: null } | { readonly lienPrisJusque: string | null },
): Promise<void> {
  await database.updateTable('demandeSuppression').set(change).where('id', '=', id).execute()
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

/** Last exports whose link has expired. */
export function findOverExports(database: Database, now: string) {
  return database
    .selectFrom('demandeSuppression')
    .select(['id', 'fichierExport', 'courrielId'])
    .where('fichierExport', 'is not', null)
    .where('lienExpire', '<=', now)
    .execute()
}

/** Files of the last exports that rows name. */
export async function findKeptExports(database: Database): Promise<ReadonlySet<string | null>> {
  const rows = await database
    .selectFrom('demandeSuppression')
    .select('fichierExport')
    .where('fichierExport', 'is not', null)
    .execute()
  return new Set(rows.map(({ fichierExport }) => fichierExport))
}
