import type { QueuePause, ItemStore, Move } from '#upload-queue/engine/ports.ts'
import { Fenced, IllegalMove, ItemMoved } from '#upload-queue/engine/queueErrors.ts'
import type { OwnerId } from '#upload-queue/engine/owner.ts'
import type { QueueItem } from '#upload-queue/engine/queueItem.ts'
import { canMove } from '#upload-queue/engine/moves.ts'
import { isEnded } from '#upload-queue/engine/states.ts'

/** Reads the bytes of a file from `from` (inclusive) to `to` (exclusive). */
export type ByteSource = (from: number, to: number) => Promise<Uint8Array<ArrayBuffer>>

/**
 * Queue of photos that cannot be stored on the device (no storage left, private window). Same rules as QueueStore, but
 * everything is lost with the page.
 */
export class MemoryStore implements ItemStore {
  /** Fencing number: a move with another epoch is refused. */
  epoch = 1
  readonly #items = new Map<string, QueueItem>()
  readonly #bytes = new Map<string, ByteSource>()
  readonly #onChange: (item: QueueItem, from: QueueItem['state'] | null) => void
  #pause: QueuePause | null = null

  constructor(onChange: (item: QueueItem, from: QueueItem['state'] | null) => void = () => {}) {
    this.#onChange = onChange
  }

  add(item: QueueItem, bytes: ByteSource): void {
    this.#items.set(item.id, item)
    this.#bytes.set(item.id, bytes)
    this.#onChange(item, null)
  }

  now(): QueueItem[] {
    return [...this.#items.values()].toSorted(byId)
  }

  async items(): Promise<QueueItem[]> {
    return this.now()
  }

  async live(): Promise<QueueItem[]> {
    return this.now().filter((item) => !isEnded(item.state))
  }

  async item(id: string): Promise<QueueItem | undefined> {
    return this.#items.get(id)
  }

  async move({ id, from, epoch, change }: Move): Promise<QueueItem> {
    if (epoch !== null && epoch !== this.epoch) throw new Fenced(`epoch ${epoch}`)
    const item = this.#items.get(id)
    if (item?.state !== from) throw new ItemMoved(id)
    const moved = { ...item, ...change, epoch: epoch ?? 0 }
    if (!canMove(from, moved.state)) throw new IllegalMove(`${from} -> ${moved.state}`)
    this.#items.set(id, moved)
    if (isEnded(moved.state)) this.#bytes.delete(id)
    this.#onChange(moved, from)
    return moved
  }

  async loseCopies(ids: readonly string[], epoch: number | null): Promise<void> {
    for (const id of ids) {
      if (this.#items.get(id)?.state === 'staging')
        await this.move({ id, from: 'staging', epoch, change: { state: 'lost_source' } })
    }
  }

  async readBytes(item: QueueItem, from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
    return (await this.#bytes.get(item.id)?.(from, to)) ?? new Uint8Array()
  }

  async readPause(): Promise<QueuePause | null> {
    return this.#pause
  }

  async writePause(pause: QueuePause | null): Promise<void> {
    this.#pause = pause
  }

  async forget(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.drop(id)
  }

  /** Gives the items of one owner to another. */
  bind(from: OwnerId, to: OwnerId): void {
    for (const item of this.now()) {
      if (item.ownerId !== from) continue
      const bound = { ...item, ownerId: to }
      this.#items.set(item.id, bound)
      this.#onChange(bound, item.state)
    }
  }

  /** Removes an item in any state when its person logs out. */
  drop(id: string): void {
    this.#items.delete(id)
    this.#bytes.delete(id)
  }
}

function byId(a: QueueItem, b: QueueItem): number {
  return a.id < b.id ? -1 : 1
}
