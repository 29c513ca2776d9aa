import {
  type Clock,
  Fenced,
  type Hold,
  IllegalMove,
  ItemMoved,
  type ItemStore,
  type Move,
} from '#upload-queue/engine/ports.ts'
import { type QueueItem, rowBytes } from '#upload-queue/engine/queueItem.ts'
import { canMove, isEnded } from '#upload-queue/engine/states.ts'
import { freeBuffer } from '#upload-queue/freeBuffer.ts'
import { note } from './journal.ts'
import type { QueueConnection, QueueDatabase, StoredItem } from './queueDatabase.ts'
import { rowsBetween, rowsOf } from './rowRange.ts'
import { strictTransaction } from './strictTransaction.ts'

/** The queue in IndexedDB. `onChange` hears of every item that was written, after the transaction. */
export class QueueStore implements ItemStore {
  readonly #connection: QueueConnection
  readonly #clock: Clock
  readonly #onChange: (id: string) => void

  constructor(parts: { connection: QueueConnection; clock: Clock; onChange: (id: string) => void }) {
    this.#connection = parts.connection
    this.#clock = parts.clock
    this.#onChange = parts.onChange
  }

  items(): Promise<QueueItem[]> {
    return this.#connection.run((database) => database.getAll('items'))
  }

  async live(): Promise<QueueItem[]> {
    const items = await this.#connection.run((database) => database.getAllFromIndex('items', 'live'))
    return items.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  }

  item(id: string): Promise<QueueItem | undefined> {
    return this.#connection.run((database) => database.get('items', id))
  }

  async move(move: Move): Promise<QueueItem> {
    const stamp = crypto.randomUUID()
    const moved = await this.#connection.run((database) => this.#write(database, move, stamp))
    this.#onChange(move.id)
    return moved
  }

  /** Bytes leave in the transaction that writes the end of their item, and in no other. */
  #write(database: QueueDatabase, { id, from, epoch, change }: Move, stamp: string): Promise<StoredItem> {
    return strictTransaction(database, ['items', 'rows', 'lease', 'journal'], async (transaction) => {
      const lease = epoch === null ? undefined : await transaction.objectStore('lease').get('drain')
      if (epoch !== null && lease?.epoch !== epoch) throw new Fenced(`${epoch} behind ${lease?.epoch}`)
      const items = transaction.objectStore('items')
      const stored = await items.get(id)
      // Our own write, repeated because the connection was lost right after it.
      if (stored?.stamp === stamp) return stored
      if (stored?.state !== from) throw new ItemMoved(id)
      const { liveKey, ...rest } = stored
      const moved: StoredItem = { ...rest, ...change, epoch: epoch ?? 0, stamp }
      if (!canMove(from, moved.state)) throw new IllegalMove(`${from} -> ${moved.state}`)
      if (isEnded(moved.state)) await transaction.objectStore('rows').delete(rowsOf(id))
      else if (liveKey !== undefined) moved.liveKey = liveKey
      await items.put(moved)
      await note(transaction.objectStore('journal'), moved, { from, at: this.#clock.now() })
      return moved
    })
  }

  async readBytes(item: QueueItem, from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
    if (from >= to) return new Uint8Array()
    const first = Math.floor(from / rowBytes)
    const last = Math.floor((to - 1) / rowBytes)
    const rows = await this.#connection.run((database) => database.getAll('rows', rowsBetween(item.id, first, last)))
    if (rows.length !== last - first + 1) return new Uint8Array()
    const bytes = new Uint8Array(to - from)
    let at = first * rowBytes
    let filled = 0
    for (const row of rows) {
      const piece = new Uint8Array(row).subarray(Math.max(0, from - at), Math.max(0, to - at))
      bytes.set(piece, filled)
      filled += piece.length
      at += rowBytes
      freeBuffer(row)
    }
    return bytes.subarray(0, filled)
  }

  readHold(): Promise<Hold | null> {
    return this.#connection.run(async (database) => (await database.get('hold', 'queue')) ?? null)
  }

  async writeHold(hold: Hold | null): Promise<void> {
    await this.#connection.run(async (database) => {
      if (hold === null) await database.delete('hold', 'queue')
      else await database.put('hold', hold, 'queue')
    })
  }

  async forget(ids: readonly string[]): Promise<void> {
    await this.#connection.run((database) =>
      strictTransaction(database, ['items', 'previews'], async (transaction) => {
        for (const id of ids) {
          const item = await transaction.objectStore('items').get(id)
          if (item && !isEnded(item.state)) throw new IllegalMove(`${item.state} -> forgotten`)
          await transaction.objectStore('items').delete(id)
          await transaction.objectStore('previews').delete(id)
        }
      }),
    )
    for (const id of ids) this.#onChange(id)
  }
}
