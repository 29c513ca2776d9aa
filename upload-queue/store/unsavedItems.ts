import type { OwnerId } from '#upload-queue/engine/owner.ts'
import type { QueuePause } from '#upload-queue/engine/ports.ts'
import type { QueueItem } from '#upload-queue/engine/queueItem.ts'
import { isEnded } from '#upload-queue/engine/states.ts'

interface Unsaved<Item> {
  readonly item: Item
  /** The row that the item replaces, as JSON; null when the row was deleted. */
  readonly basis: string | null
}

/**
 * States that could not be written because the storage of the device is full. They hold as long as this page or
 * worker. A state counts only while its row is unchanged: another page may have written or deleted it.
 */
export class UnsavedItems<Item extends QueueItem> {
  /** The pause of the whole queue, when it could not be written. */
  pause: QueuePause | null = null
  readonly #unsaved = new Map<string, Unsaved<Item>>()

  /** @param stored the row that the item replaces; null when the row was deleted, because the item has ended */
  keep(item: Item, stored: Item | null): void {
    this.#unsaved.set(item.id, { item, basis: stored && JSON.stringify(stored) })
  }

  drop(ids: readonly string[]): void {
    for (const id of ids) this.#unsaved.delete(id)
  }

  /** The current state of an item. @param stored its row; undefined when there is none */
  currentOf(id: string, stored: Item | undefined): Item | undefined {
    const unsaved = this.#unsaved.get(id)
    const isCurrent = unsaved?.basis === (stored ? JSON.stringify(stored) : null)
    return unsaved && isCurrent ? unsaved.item : stored
  }

  /** The current states of stored items. */
  currentOfAll(stored: readonly Item[]): Item[] {
    if (this.#unsaved.size === 0) return [...stored]
    return stored.map((item) => this.currentOf(item.id, item) ?? item)
  }

  /** Items that could be saved now: those that have not ended. */
  live(): Item[] {
    return this.#items().filter((item) => !isEnded(item.state))
  }

  /** Items that have ended, whose rows are deleted. */
  receipts(): Item[] {
    return this.#items().filter((item) => isEnded(item.state))
  }

  dropReceiptsOf(ownerId: OwnerId): void {
    this.drop(this.receipts().flatMap((item) => (item.ownerId === ownerId ? [item.id] : [])))
  }

  #items(): Item[] {
    return Array.from(this.#unsaved.values(), ({ item }) => item)
  }
}
