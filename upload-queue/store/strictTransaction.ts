import type { IDBPTransaction, StoreNames } from 'idb'
import { abortOnFailure } from './abortOnFailure.ts'
import type { QueueDatabase, QueueSchema } from './queueDatabase.ts'

type Names = StoreNames<QueueSchema>[]

/**
 * Runs `body` in one strict read-write transaction: once this resolves, the writes outlive a power cut. Whatever
 * `body` throws undoes all of it. `body` may await nothing but requests of the transaction.
 */
export function strictTransaction<const N extends Names, T>(
  database: QueueDatabase,
  names: N,
  body: (transaction: IDBPTransaction<QueueSchema, N, 'readwrite'>) => Promise<T>,
): Promise<T> {
  return abortOnFailure(database.transaction(names, 'readwrite', { durability: 'strict' }), body)
}
