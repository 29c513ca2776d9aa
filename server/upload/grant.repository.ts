import type { Insertable } from 'kysely'
import type { Database } from '../database/database.ts'
import type { UploadGrantTable } from '../database/tables/medias.ts'

export async function insertGrant(database: Database, grant: Insertable<UploadGrantTable>): Promise<void> {
  await database.insertInto('uploadGrant').values(grant).execute()
}

/** The person behind a living grant for one event. */
export function findGrantHolder(
  database: Database,
  { tokenHash, evenementId, now }: { tokenHash: string; evenementId: number; now: string },
) {
  return database
    .selectFrom('uploadGrant')
    .select('utilisateurId')
    .where('tokenHash', '=', tokenHash)
    .where('evenementId', '=', evenementId)
    .where('portee', '=', 'upload')
    .where('revoqueLe', 'is', null)
    .where('expire', '>', now)
    .executeTakeFirst()
}
