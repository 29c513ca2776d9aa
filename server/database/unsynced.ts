import { AsyncLocalStorage } from 'node:async_hooks'
import type { Transaction } from 'kysely'
import type { Database } from './database.ts'
import type { Schema } from './schema.ts'

const asked = new AsyncLocalStorage<{ isUnsynced: boolean }>()

/**
 * Runs one transaction whose commit does not wait for the disk. It survives the end of the process. A power cut may
 * undo it, but never a later durable commit without it: both databases write commits in order.
 *
 * Only for what no answer acknowledges and what can be done again: the row of an upload that has received nothing, a
 * claim, a lease, a derived value.
 * @param work as that of a transaction, which it replaces
 */
export function unsyncedTransaction<T>(
  database: Database,
  work: (transaction: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  return asked.run({ isUnsynced: true }, () => database.transaction().execute(work))
}

/**
 * Whether the transaction that begins now need not be durable. For the drivers. True once for each call of
 * {@link unsyncedTransaction}: what its work starts in the background is durable.
 */
export function beginsUnsynced(): boolean {
  const store = asked.getStore()
  if (!store?.isUnsynced) return false
  store.isUnsynced = false
  return true
}
