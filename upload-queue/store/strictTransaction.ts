import type { IDBPTransaction, StoreNames } from 'idb'
import type { QueueDatabase, QueueSchema } from './queueDatabase.ts'

type Names = StoreNames<QueueSchema>[]

/**
 * Runs `body` in one strict read-write transaction: once this resolves, the writes outlive a power cut. Whatever
 * `body` throws undoes all of it. `body` may await nothing but requests of the transaction.
 */
export async function strictTransaction<const N extends Names, T>(
  database: QueueDatabase,
  names: N,
  body: (transaction: IDBPTransaction<QueueSchema, N, 'readwrite'>) => Promise<T>,
): Promise<T> {
  const transaction = database.transaction(names, 'readwrite', { durability: 'strict' })
  const ended = transaction.done
  // Awaited below; a failure of `body` must not leave it unheard.
  ended.catch(() => {})
  try {
    const result = await body(transaction)
    await ended
    return result
  } catch (error) {
    abort(transaction)
    throw error
  }
}

function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort()
  } catch {
    // It ended by itself, which is why we are here.
  }
}
