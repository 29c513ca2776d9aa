import { vi } from 'vitest'

/**
 * From now on the database refuses every write, as a browser with exhausted quota does; deletions are possible.
 * @param until `freed`: until {@link freeStorage}; `deletion`: until something is deleted, which makes room
 */
export function fillStorage(until: 'freed' | 'deletion' = 'freed'): void {
  const refuse = () => {
    throw new DOMException('no room', 'QuotaExceededError')
  }
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(refuse)
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(refuse)
  if (until === 'freed') return
  const remove: Remove = Reflect.get(IDBObjectStore.prototype, 'delete')
  vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(function (this: IDBObjectStore, key) {
    freeStorage()
    return remove.call(this, key)
  })
}

type Remove = (this: IDBObjectStore, key: IDBValidKey | IDBKeyRange) => IDBRequest<undefined>

/** The storage has room again. */
export function freeStorage(): void {
  vi.restoreAllMocks()
}
