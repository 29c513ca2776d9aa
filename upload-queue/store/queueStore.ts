import type { IDBPTransaction } from 'idb'
import {
  type Clock,
  Fenced,
  type QueuePause,
  IllegalMove,
  ItemMoved,
  type ItemStore,
  type Move,
} from '#upload-queue/engine/ports.ts'
import { type QueueItem, rowBytes } from '#upload-queue/engine/queueItem.ts'
import { canMove, isEnded } from '#upload-queue/engine/states.ts'
import { freeBuffer } from '#upload-queue/freeBuffer.ts'
import { recordTransition } from './journal.ts'
import type { QueueConnection, QueueSchema, StoredItem } from './queueDatabase.ts'
import { lighterRow, rowsBetween, rowsOf } from './rowRange.ts'

type MoveStores = ['items', 'rows', 'lease', 'journal']
type MoveTransaction = IDBPTransaction<QueueSchema, MoveStores, 'readwrite'>

const moveStores: MoveStores = ['items', 'rows', 'lease', 'journal']

/** The queue in IndexedDB. `onChange` is called with the changed ids after each transaction. */
export class QueueStore implements ItemStore {
  readonly #connection: QueueConnection
  readonly #clock: Clock
  readonly #onChange: (ids: readonly string[]) => void

  constructor(parts: { connection: QueueConnection; clock: Clock; onChange: (ids: readonly string[]) => void }) {
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
    const moved = await this.#write(move, stamp)
    this.#onChange([move.id])
    return moved
  }

  async loseCopies(ids: readonly string[], epoch: number | null): Promise<void> {
    const stamp = crypto.randomUUID()
    await this.#connection.transact(moveStores, async (transaction) => {
      await expectEpoch(transaction, epoch)
      const items = await Promise.all(ids.map((id) => transaction.objectStore('items').get(id)))
      for (const item of items) {
        if (item?.state !== 'staging') continue
        const move = { id: item.id, from: item.state, epoch, change: { state: 'lost_source' } } as const
        await this.#moveIn(transaction, item, { ...move, stamp })
      }
    })
    this.#onChange(ids)
  }

  #write(move: Move, stamp: string): Promise<StoredItem> {
    return this.#connection.transact(moveStores, async (transaction) => {
      await expectEpoch(transaction, move.epoch)
      const stored = await transaction.objectStore('items').get(move.id)
      // Our own write, retried because the connection was lost right after it.
      if (stored?.stamp === stamp) return stored
      if (stored?.state !== move.from) throw new ItemMoved(move.id)
      return this.#moveIn(transaction, stored, { ...move, stamp })
    })
  }

  /** Deletes the bytes in the same transaction that ends the item or, for an incomplete copy, writes `lost_source`. */
  async #moveIn(
    transaction: MoveTransaction,
    { liveKey, ...rest }: StoredItem,
    { id, from, epoch, change, stamp }: Move & { readonly stamp: string },
  ): Promise<StoredItem> {
    const moved: StoredItem = { ...rest, ...change, epoch: epoch ?? 0, stamp }
    if (!canMove(from, moved.state)) throw new IllegalMove(`${from} -> ${moved.state}`)
    const hasEnded = isEnded(moved.state)
    if (hasEnded || moved.state === 'lost_source') await transaction.objectStore('rows').delete(rowsOf(id))
    if (!hasEnded && liveKey !== undefined) moved.liveKey = liveKey
    await transaction.objectStore('items').put(moved)
    await recordTransition(transaction.objectStore('journal'), moved, { from, at: this.#clock.now() })
    return moved
  }

  async readBytes(item: QueueItem, from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
    if (from >= to) return new Uint8Array()
    const first = Math.floor(from / rowBytes)
    const last = Math.floor((to - 1) / rowBytes)
    const base = item.original ? lighterRow : 0
    const range = rowsBetween(item.id, base + first, base + last)
    const rows = await this.#connection.run((database) => database.getAll('rows', range))
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

  readPause(): Promise<QueuePause | null> {
    return this.#connection.run(async (database) => (await database.get('hold', 'queue')) ?? null)
  }

  async writePause(pause: QueuePause | null): Promise<void> {
    await this.#connection.run(async (database) => {
      if (pause === null) await database.delete('hold', 'queue')
      else await database.put('hold', pause, 'queue')
    })
  }

  async forget(ids: readonly string[]): Promise<void> {
    await this.#connection.transact(['items', 'previews'], async (transaction) => {
      for (const id of ids) {
        const item = await transaction.objectStore('items').get(id)
        if (item && !isEnded(item.state)) throw new IllegalMove(`${item.state} -> forgotten`)
        await transaction.objectStore('items').delete(id)
        await transaction.objectStore('previews').delete(id)
      }
    })
    this.#onChange(ids)
  }
}

/** @throws Fenced when another drainer holds the lease; a user command has no epoch and is not fenced */
async function expectEpoch(transaction: MoveTransaction, epoch: number | null): Promise<void> {
  if (epoch === null) return
  const lease = await transaction.objectStore('lease').get('drain')
  if (lease?.epoch !== epoch) throw new Fenced(`stale epoch ${epoch}: the lease has epoch ${lease?.epoch}`)
}
