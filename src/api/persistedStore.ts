import type { PersistedQuery } from '@tanstack/query-persist-client-core'
import { createStore, del, delMany, get, keys, set, type UseStore } from 'idb-keyval'
import { releaseWhenFrozen } from '#src/pwa/pageFreeze.ts'
import { OpenTransactions } from '#upload-queue/store/openTransactions.ts'

const transactions = new OpenTransactions()
const withStore = createStore('eclats-listes', 'listes')
const store: UseStore = async (mode, work) => {
  await transactions.whenAwake()
  return withStore(mode, (lists) => {
    transactions.add(lists.transaction)
    return work(lists)
  })
}
releaseWhenFrozen(transactions)

export const read = (key: string): Promise<PersistedQuery | undefined> => get<PersistedQuery>(key, store)
export const write = (key: string, query: PersistedQuery): Promise<void> => set(key, query, store)
export const remove = (key: string): Promise<void> => del(key, store)

/** Removes every entry whose key begins with `start`. */
export async function removeAll(start: string): Promise<void> {
  const all = await keys<string>(store)
  await delMany(
    all.filter((key) => key.startsWith(start)),
    store,
  )
}
