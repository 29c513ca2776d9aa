import { localOwner } from '#upload-queue/engine/owner.ts'
import type { Clock } from '#upload-queue/engine/ports.ts'
import type { GuestEntry, QueueConnection, StoredItem } from './queueDatabase.ts'
import { freeLiveKey, liveKeyOf } from './twin.ts'

/** Entries of guests whom the server does not know yet. Their photos belong to `localOwner(entry.key)`. */
export class EntryStore {
  readonly #connection: QueueConnection
  readonly #clock: Clock
  readonly #onChange: (ids: readonly string[]) => void

  constructor(parts: { connection: QueueConnection; clock: Clock; onChange: (ids: readonly string[]) => void }) {
    this.#connection = parts.connection
    this.#clock = parts.clock
    this.#onChange = parts.onChange
  }

  all(): Promise<GuestEntry[]> {
    return this.#connection.run((database) => database.getAll('entries'))
  }

  /** Writes an entry, with strict durability; replaces the one of the same key. */
  save(entry: GuestEntry): Promise<void> {
    return this.#connection.transact(['entries'], async ({ store }) => void (await store.put(entry)))
  }

  /**
   * Gives the photos of an entry to a person of the server, in one transaction with strict durability: after a crash
   * all photos have either owner. A photo that the person has queued for the event already is not kept twice.
   * Idempotent.
   */
  async bind(key: string, utilisateurId: number): Promise<void> {
    const ids = await this.#connection.transact(['items', 'rows', 'journal'], async (transaction) => {
      const items = transaction.objectStore('items')
      const at = this.#clock.now()
      const changed: string[] = []
      for (const item of await items.index('owner').getAll(localOwner(key))) {
        const bound: StoredItem = { ...item, ownerId: utilisateurId }
        const isCopied = item.sourceSha256 !== '' && item.liveKey !== undefined
        if (isCopied) bound.liveKey = liveKeyOf(bound, item.sourceSha256)
        const twin = isCopied
          ? await freeLiveKey(transaction, { item: bound, liveKey: liveKeyOf(bound, item.sourceSha256), at })
          : null
        if (twin?.key !== 'taken') await items.put(bound)
        changed.push(item.id, ...(twin?.twinId ? [twin.twinId] : []))
      }
      return changed
    })
    this.#onChange(ids)
  }

  /** Deletes an entry whose guest is signed in, or has given it up. */
  forget(key: string): Promise<void> {
    return this.#connection.transact(['entries'], async ({ store }) => store.delete(key))
  }
}
