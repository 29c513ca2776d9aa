import type { Insertable, Selectable } from 'kysely'
import type { Database } from '../database/database.ts'
import type { UploadGrantTable } from '../database/tables/medias.ts'

export type Portee = UploadGrantTable['portee']

export async function insertGrant(database: Database, grant: Insertable<UploadGrantTable>): Promise<void> {
  await database.insertInto('uploadGrant').values(grant).execute()
}

/** A grant, also when it is expired or revoked. */
export function findGrant(database: Database, tokenHash: string): Promise<Selectable<UploadGrantTable> | undefined> {
  return database.selectFrom('uploadGrant').selectAll().where('tokenHash', '=', tokenHash).executeTakeFirst()
}

/** The person of a valid grant for one event. */
export function findGrantHolder(
  database: Database,
  { tokenHash, evenementId, portee, now }: { tokenHash: string; evenementId: number; portee: Portee; now: string },
) {
  return database
    .selectFrom('uploadGrant')
    .select(['utilisateurId', 'inviteId'])
    .where('tokenHash', '=', tokenHash)
    .where('evenementId', '=', evenementId)
    .where('portee', '=', portee)
    .where('revoqueLe', 'is', null)
    .where('expire', '>', now)
    .executeTakeFirst()
}
