import { type Clock, ItemMoved, StorageBroken } from '#upload-queue/engine/ports.ts'
import { type QueueItem, type StagedFile, stagingItem } from '#upload-queue/engine/queueItem.ts'
import { note } from './journal.ts'
import type { QueueConnection, StoredItem, StoredPreview } from './queueDatabase.ts'
import { rowsOf } from './rowRange.ts'
import { strictTransaction } from './strictTransaction.ts'

/** The two hashes of a file, known once it was read to its end. */
export interface Hashes {
  readonly sha256: string
  readonly sourceSha256: string
}

/** The way of a file's bytes into the phone. */
export class StagingStore {
  readonly #connection: QueueConnection
  readonly #clock: Clock
  readonly #onChange: (id: string) => void

  constructor(parts: { connection: QueueConnection; clock: Clock; onChange: (id: string) => void }) {
    this.#connection = parts.connection
    this.#clock = parts.clock
    this.#onChange = parts.onChange
  }

  /** Writes the item in state `staging`: should the page close now, the person learns that it was not kept. */
  async begin(file: StagedFile): Promise<QueueItem> {
    const item: StoredItem = { ...stagingItem(file), liveKey: `staging:${file.id}` }
    await this.#connection.run((database) =>
      strictTransaction(database, ['items', 'journal'], async (transaction) => {
        await transaction.objectStore('items').put(item)
        await note(transaction.objectStore('journal'), item, { from: null, at: this.#clock.now() })
      }),
    )
    this.#onChange(file.id)
    return item
  }

  /** Writes rows `first` and following. */
  async writeRows(id: string, first: number, rows: readonly ArrayBuffer[]): Promise<void> {
    await this.#connection.run((database) =>
      strictTransaction(database, ['rows'], async (transaction) => {
        for (const [at, row] of rows.entries()) await transaction.store.put(row, [id, first + at])
      }),
    )
  }

  /**
   * The one strict transaction after which a photo is accepted: all rows are there, no live twin is.
   * A failed twin gives way to the new copy; one that its person gave up just now goes its own way out.
   * @returns `queued`, or `duplicate` (then nothing of this copy is left)
   */
  async finish(id: string, hashes: Hashes): Promise<'queued' | 'duplicate'> {
    let moved = [id]
    const result = await this.#connection.run((database) =>
      strictTransaction(database, ['items', 'rows', 'journal'], async (transaction) => {
        const items = transaction.objectStore('items')
        const rows = transaction.objectStore('rows')
        const at = this.#clock.now()
        const stored = await items.get(id)
        if (stored?.state === 'queued' && stored.sha256 === hashes.sha256) return 'queued'
        if (stored?.state !== 'staging') throw new ItemMoved(id)
        const liveKey = `${stored.ownerId}:${stored.evenementId}:${hashes.sourceSha256}`
        const twin = await items.index('live').get(liveKey)
        if (twin) moved = [id, twin.id]
        const end = async (item: StoredItem) => {
          const { liveKey: _gone, ...rest } = item
          const cancelled: StoredItem = { ...rest, state: 'cancelled', epoch: 0 }
          await rows.delete(rowsOf(item.id))
          await items.put(cancelled)
          await note(transaction.objectStore('journal'), cancelled, { from: item.state, at })
        }
        const isLeaving = twin?.state === 'cancelling'
        if (twin && isLeaving) await items.put({ ...twin, liveKey: `cancelling:${twin.id}` })
        if (twin && !isLeaving && twin.state !== 'failed') {
          await end(stored)
          return 'duplicate'
        }
        if (twin && !isLeaving) await end(twin)
        if ((await rows.count(rowsOf(id))) !== stored.rowCount) throw new StorageBroken('rows are missing')
        const queued: StoredItem = { ...stored, ...hashes, liveKey, state: 'queued' }
        await items.put(queued)
        await note(transaction.objectStore('journal'), queued, { from: 'staging', at })
        return 'queued'
      }),
    )
    for (const one of moved) this.#onChange(one)
    return result
  }

  /** Gives a copy up: its rows go in the transaction that writes `cancelled`; on a full phone all of it just goes. */
  async abandon(id: string): Promise<void> {
    try {
      await this.#cancelCopy(id)
    } catch (error) {
      if (!(error instanceof StorageBroken)) throw error
      await this.#eraseCopy(id)
    }
    this.#onChange(id)
  }

  async writePreview(id: string, preview: StoredPreview): Promise<void> {
    await this.#connection.run((database) => database.put('previews', preview, id))
  }

  readPreview(id: string): Promise<StoredPreview | undefined> {
    return this.#connection.run((database) => database.get('previews', id))
  }

  #cancelCopy(id: string): Promise<void> {
    return this.#connection.run((database) =>
      strictTransaction(database, ['items', 'rows', 'journal'], async (transaction) => {
        const stored = await transaction.objectStore('items').get(id)
        if (stored?.state !== 'staging') return
        const { liveKey: _gone, ...rest } = stored
        const cancelled: StoredItem = { ...rest, state: 'cancelled' }
        await transaction.objectStore('rows').delete(rowsOf(id))
        await transaction.objectStore('items').put(cancelled)
        await note(transaction.objectStore('journal'), cancelled, { from: 'staging', at: this.#clock.now() })
      }),
    )
  }

  /** Writes nothing: a browser whose room is used up lets go, and takes not one byte more. */
  #eraseCopy(id: string): Promise<void> {
    return this.#connection.run((database) =>
      strictTransaction(database, ['items', 'rows'], async (transaction) => {
        const stored = await transaction.objectStore('items').get(id)
        if (stored?.state !== 'staging') return
        await transaction.objectStore('rows').delete(rowsOf(id))
        await transaction.objectStore('items').delete(id)
      }),
    )
  }
}
