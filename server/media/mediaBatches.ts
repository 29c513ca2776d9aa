import type { Database } from '../database/database.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { pagesById } from '../database/pagesById.ts'
import { transactionAs } from '../grant/credential.ts'
import type { ActeurConnecte } from '../http/acteur.ts'

/**
 * Media per transaction. It locks the audit log, for which every login and upload waits, and on SQLite every request
 * waits for it.
 */
const batchSize = 50

interface BatchedChange {
  readonly acteur: ActeurConnecte
  /** At most `limit` media to change, with an id above `after`, in the order of ids. */
  readonly find: (after: number, limit: number) => Promise<{ readonly id: number }[]>
  /** Changes one media; leaves it as it is when another request has changed it since `find` returned it. */
  readonly change: (database: Database, id: number) => Promise<void>
}

/**
 * Changes any number of media, in transactions of at most 50. After a crash or an error the media of finished batches
 * are changed and the others are not, so `find` must leave out changed media: then a retry continues.
 * @throws Problem session.expiree when the session ends between two batches
 */
export async function changeInBatches(deps: DatabaseDeps, { acteur, find, change }: BatchedChange): Promise<void> {
  for await (const page of pagesById(find, { pageSize: batchSize }))
    await transactionAs(deps, acteur, async (database) => {
      for (const { id } of page) await change(database, id)
    })
}
