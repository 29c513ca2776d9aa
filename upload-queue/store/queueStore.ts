import type { IDBPTransaction } from 'idb'
import type { QueuePause, ItemStore, Move } from '#upload-queue/engine/ports.ts'
import { Fenced, IllegalMove, ItemMoved, StorageFull } from '#upload-queue/engine/queueErrors.ts'
import { type QueueItem, rowBytes } from '#upload-queue/engine/queueItem.ts'
import { canMove } from '#upload-queue/engine/moves.ts'
import { isEnded, type QueueState } from '#upload-queue/engine/states.ts'
import { joinRows } from './joinRows.ts'
import { recordTransition } from './journal.ts'
import { noEpoch } from './leaseStore.ts'
import { commandsStored, type QueueSchema, type StoreDeps } from './queueDatabase.ts'
import type { StoredItem } from './storedItem.ts'
import { lighterRow, rowsBetween, rowsOf } from './rowRange.ts'
import { isCommand, type UnsavedItems } from './unsavedItems.ts'

type MoveStores = ['items', 'rows', 'lease', 'journal']
type UnsavedStores = ['items', 'rows', 'previews', 'lease', 'hold']
type MoveTransaction = IDBPTransaction<QueueSchema, MoveStores, 'readwrite'>
type StampedMove = Move & { readonly stamp: string }

const moveStores: MoveStores = ['items', 'rows', 'lease', 'journal']

/**
 * The queue in IndexedDB. `onChange` is called with the changed ids after each transaction. When the storage of the
 * device is full, only deletions are possible: new states stay in memory (unsavedItems.ts), so that sending goes on.
 */
export class QueueStore implements ItemStore {
  readonly #connection: StoreDeps['connection']
  readonly #clock: StoreDeps['clock']
  readonly #onChange: StoreDeps['onChange']

  constructor(deps: StoreDeps) {
    this.#connection = deps.connection
    this.#clock = deps.clock
    this.#onChange = deps.onChange
  }

  get #unsaved(): UnsavedItems {
    return this.#connection.unsaved
  }

  async items(): Promise<QueueItem[]> {
    const items = await this.#connection.run((database) => database.getAll('items'))
    return [...this.#unsaved.currentOfAll(items), ...this.#unsaved.endedItems()]
  }

  async live(): Promise<QueueItem[]> {
    const items = await this.#connection.run((database) => database.getAllFromIndex('items', 'live'))
    return this.#unsaved.currentOfAll(items).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  }

  async item(id: string): Promise<QueueItem | undefined> {
    const stored = await this.#connection.run((database) => database.get('items', id))
    return this.#unsaved.currentOf(id, stored)
  }

  /** The items with these ids, by id, in one transaction; without those that do not exist. */
  async itemsWith(ids: readonly string[]): Promise<Map<string, QueueItem>> {
    const stored = await this.#connection.run((database) => {
      const items = database.transaction('items').store
      return Promise.all(ids.map((id) => items.get(id)))
    })
    const found = ids.map((id, index) => [id, this.#unsaved.currentOf(id, stored[index])] as const)
    return new Map(found.flatMap(([id, item]) => (item ? [[id, item]] : [])))
  }

  async move(move: Move): Promise<QueueItem> {
    const moved = await this.#move({ ...move, stamp: crypto.randomUUID() })
    this.#onChange([move.id])
    return moved
  }

  async loseCopies(ids: readonly string[], epoch: number | null): Promise<void> {
    const stamp = crypto.randomUUID()
    const moves = ids.map((id) => ({ id, from: 'staging', epoch, stamp, change: { state: 'lost_source' } }) as const)
    try {
      await this.#connection.transact(moveStores, async (transaction) => {
        await expectEpoch(transaction, epoch)
        for (const move of moves) {
          const current = await this.#current(transaction, move.id)
          if (current?.state === 'staging') await this.#write(transaction, movedBy(move, current), move.from)
        }
      })
      this.#unsaved.drop(ids)
    } catch (error) {
      if (!(error instanceof StorageFull)) throw error
      for (const move of moves) await this.#moveUnsaved(move).catch(ignoreOtherState)
    }
    this.#onChange(ids)
  }

  async #move(move: StampedMove): Promise<QueueItem> {
    try {
      const moved = await this.#connection.transact(moveStores, async (transaction) => {
        await expectEpoch(transaction, move.epoch)
        const current = await this.#current(transaction, move.id)
        // Our own write, retried because the connection was lost right after it.
        if (current?.stamp === move.stamp) return current
        return this.#write(transaction, movedBy(move, current), move.from)
      })
      this.#unsaved.drop([move.id])
      await this.saveUnsaved()
      return moved
    } catch (error) {
      if (!(error instanceof StorageFull)) throw error
      return this.#moveUnsaved(move)
    }
  }

  async #current(transaction: MoveTransaction, id: string): Promise<StoredItem | undefined> {
    return this.#unsaved.currentOf(id, await transaction.objectStore('items').get(id))
  }

  /** Deletes the bytes in the same transaction that ends the item or, for an incomplete copy, writes `lost_source`. */
  async #write(transaction: MoveTransaction, moved: StoredItem, from: QueueState): Promise<StoredItem> {
    if (endsBytes(moved)) await transaction.objectStore('rows').delete(rowsOf(moved.id))
    await transaction.objectStore('items').put(moved)
    await recordTransition(transaction.objectStore('journal'), moved, { from, at: this.#clock.now() })
    return moved
  }

  /** Like `#move`, with deletions only: the row of an item that has ended is deleted with its bytes. */
  async #moveUnsaved(move: StampedMove): Promise<QueueItem> {
    const { id } = move
    const stores: UnsavedStores = ['items', 'rows', 'previews', 'lease', 'hold']
    const { moved, stored } = await this.#connection.transact(stores, async (transaction) => {
      await expectEpoch(transaction, move.epoch)
      const items = transaction.objectStore('items')
      const row = await items.get(id)
      const change = { moved: movedBy(move, this.#unsaved.currentOf(id, row)), stored: row ?? null }
      if (endsBytes(change.moved)) await transaction.objectStore('rows').delete(rowsOf(id))
      if (isCommand(move)) await transaction.objectStore('hold').delete('commands')
      if (!isEnded(change.moved.state)) return change
      await items.delete(id)
      await transaction.objectStore('previews').delete(id)
      return { ...change, stored: null }
    })
    this.#unsaved.add(moved, move, stored)
    // The bytes of an item that has ended make room.
    if (stored === null) await this.saveUnsaved()
    return moved
  }

  /**
   * Writes what a full storage had refused, here or in another page, if there is room now. A page then notes that every
   * command is stored. Never rejects.
   */
  async saveUnsaved(): Promise<void> {
    const ids = this.#unsaved.liveIds()
    const { readsNotes } = this.#unsaved
    if (ids.length === 0 && (!readsNotes || (await this.hasAllCommands().catch(() => true)))) return
    const saving = this.#connection.transact(['items', 'hold'], async (transaction) => {
      const items = transaction.objectStore('items')
      for (const id of ids) {
        const stored = await items.get(id)
        const current = stored && this.#unsaved.currentOf(id, stored)
        if (current && current !== stored) await items.put(current)
      }
      if (readsNotes) await transaction.objectStore('hold').put(commandsStored, 'commands')
    })
    // On failure they stay in memory until the next write.
    await saving.then(() => this.#unsaved.drop(ids)).catch(() => {})
  }

  /**
   * Whether the database has each command of the person. Otherwise only a page knows what must not be sent, also when
   * there is room again.
   */
  async hasAllCommands(): Promise<boolean> {
    return (await this.#connection.run((database) => database.get('hold', 'commands'))) !== undefined
  }

  async readBytes(item: QueueItem, from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
    if (from >= to) return new Uint8Array()
    const first = Math.floor(from / rowBytes)
    const last = Math.floor((to - 1) / rowBytes)
    const base = item.original ? lighterRow : 0
    const range = rowsBetween(item.id, base + first, base + last)
    const rows = await this.#connection.run((database) => database.getAll('rows', range))
    if (rows.length !== last - first + 1) return new Uint8Array()
    return joinRows(rows, { from: from - first * rowBytes, to: to - first * rowBytes })
  }

  async readPause(): Promise<QueuePause | null> {
    const stored = await this.#connection.run((database) => database.get('hold', 'queue'))
    return this.#unsaved.pause ?? (stored && 'waitMs' in stored ? stored : null)
  }

  async writePause(pause: QueuePause | null): Promise<void> {
    this.#unsaved.pause = null
    try {
      await this.#connection.run(async (database) => {
        if (pause === null) await database.delete('hold', 'queue')
        else await database.put('hold', pause, 'queue')
      })
    } catch (error) {
      if (!(error instanceof StorageFull)) throw error
      this.#unsaved.pause = pause
    }
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
    this.#unsaved.drop(ids)
    this.#onChange(ids)
  }
}

/** @throws Fenced when another drainer holds the lease; a user command has no epoch and is not fenced */
async function expectEpoch(
  transaction: IDBPTransaction<QueueSchema, UnsavedStores | MoveStores, 'readwrite'>,
  epoch: number | null,
): Promise<void> {
  if (epoch === null) return
  const stored = (await transaction.objectStore('lease').get('drain'))?.epoch ?? noEpoch
  if (stored !== epoch) throw new Fenced(`stale epoch ${epoch}: the lease has epoch ${stored}`)
}

/** @throws ItemMoved, IllegalMove */
function movedBy({ id, from, epoch, change, stamp }: StampedMove, current: StoredItem | undefined): StoredItem {
  if (current?.state !== from) throw new ItemMoved(id)
  const { liveKey, ...rest } = current
  const moved: StoredItem = { ...rest, ...change, epoch: epoch ?? 0, stamp }
  if (!canMove(from, moved.state)) throw new IllegalMove(`${from} -> ${moved.state}`)
  if (!isEnded(moved.state) && liveKey !== undefined) moved.liveKey = liveKey
  return moved
}

function endsBytes({ state }: StoredItem): boolean {
  return isEnded(state) || state === 'lost_source'
}

/** The item is no longer being copied, so its copy is not lost. */
function ignoreOtherState(error: unknown): void {
  if (!(error instanceof ItemMoved)) throw error
}
