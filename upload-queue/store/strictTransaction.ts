import type { IDBPTransaction, StoreNames } from 'idb'
import { abortOnFailure } from './abortOnFailure.ts'
import type { QueueDatabase, QueueSchema } from './queueDatabase.ts'

type Names = StoreNames<QueueSchema>[]

/**
 * Runs `body` in one read-write transaction with strict durability: once this resolves, the writes survive a power cut.
 * An error of `body` rolls everything back. `body` may await only requests of the transaction.
 */
export function strictTransaction<const N extends Names, T>(
  database: QueueDatabase,
  names: N,
  body: (transaction: IDBPTransaction<QueueSchema, N, 'readwrite'>) => Promise<T>,
): Promise<T> {
  return abortOnFailure(database.transaction(names, 'readwrite', { durability: 'strict' }), body)
}
