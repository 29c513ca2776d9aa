import type { QueueItem } from '#upload-queue/engine/queueItem.ts'
import { itemView } from '#upload-queue/itemView.ts'
import type { Queue } from '#upload-queue/openQueue.ts'
import type { QueueItemView } from '#upload-queue/queueView.ts'
import { systemSends } from './serviceWorkerClient.ts'
import { readDeviceStorage } from './deviceStorage.ts'
import { showQueue } from './queueViewStore.ts'
import type { QueueSession } from './queueSession.ts'
import type { VolatileQueue } from './volatileQueue.ts'

/** Keeps the view of the screens equal to IndexedDB, which is the truth for every tab. */
export class QueueViewSync {
  /** Whose items are shown; null: a count is all there is to see. */
  person: QueueSession | null = null
  readonly #queue: Queue
  readonly #volatile: VolatileQueue
  readonly #views = new Map<string, QueueItemView>()
  #othersCount = 0
  #turn: Promise<void> = Promise.resolve()

  constructor(queue: Queue, volatile: VolatileQueue) {
    this.#queue = queue
    this.#volatile = volatile
  }

  /** Reads everything: at the start of the page and of a session. */
  refresh(): Promise<void> {
    return this.#inTurn(async () => {
      const stored = this.#ownerId === null ? [] : await this.#queue.person.itemsOf(this.#ownerId).catch(() => [])
      this.#views.clear()
      for (const item of stored) this.#put(item, false)
      for (const item of this.#volatile.store.now()) this.#put(item, true)
      await this.#countOthers()
      this.#show({ ready: true })
    })
  }

  /** What the system and the browser promise; it changes when the worker takes over and as the phone fills up. */
  async refreshDevice(): Promise<void> {
    const sending = (await systemSends()) ? 'system' : 'page'
    showQueue({ sending, line: await this.#queue.line.read(), ...(await readDeviceStorage()) })
  }

  /** Reads what changed. */
  update(ids: readonly string[]): Promise<void> {
    return this.#inTurn(async () => {
      let areAllOwn = true
      const read = async (id: string) => {
        const inMemory = await this.#volatile.store.item(id)
        return { id, inMemory, item: inMemory ?? (await this.#queue.store.item(id).catch(() => undefined)) }
      }
      // All at once: hundreds of photos picked together are seen together.
      for (const { id, inMemory, item } of await Promise.all(ids.map(read))) {
        this.#views.delete(id)
        if (item) this.#put(item, inMemory !== undefined)
        areAllOwn &&= item?.ownerId === this.#ownerId
      }
      // It reads the whole queue: not for each piece of one's own photos.
      if (!areAllOwn) await this.#countOthers()
      this.#show({})
    })
  }

  get #ownerId(): number | null {
    return this.person?.utilisateurId ?? null
  }

  #put(item: QueueItem, isVolatile: boolean): void {
    const isShown = item.ownerId === this.#ownerId && item.state !== 'cancelled'
    if (isShown) this.#views.set(item.id, this.#asSeen(itemView(item, isVolatile)))
  }

  /** Whose session lives need do nothing: their page gets the grant with the network. */
  #asSeen(view: QueueItemView): QueueItemView {
    const isForNetwork = view.state === 'waiting_auth' && this.person?.isAlive() === true
    return isForNetwork ? { ...view, state: 'waiting_net', cause: null } : view
  }

  async #countOthers(): Promise<void> {
    this.#othersCount = await this.#queue.person.countOfOthers(this.#ownerId ?? 0).catch(() => 0)
  }

  #show(change: { ready?: true }): void {
    const items = [...this.#views.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
    showQueue({ ...change, items, othersCount: this.#othersCount })
  }

  /** One reading after the other: an older one must not overwrite a newer. */
  #inTurn(read: () => Promise<void>): Promise<void> {
    this.#turn = this.#turn.then(read)
    return this.#turn
  }
}
