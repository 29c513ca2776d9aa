import type { OwnerId } from '#upload-queue/engine/owner.ts'
import { restartItems, type ItemSelection } from '#upload-queue/engine/itemCommands.ts'
import type { ItemStore } from '#upload-queue/engine/ports.ts'
import type { QueueItem } from '#upload-queue/engine/queueItem.ts'
import { countsAsPending, isCancellationRefused, isUnreceived } from '#upload-queue/engine/states.ts'
import type { Queue } from '#upload-queue/openQueue.ts'
import { ignoreBrokenStorage } from '#upload-queue/store/databaseConnection.ts'
import type { PageGrants } from './pageGrants.ts'
import type { QueueSession } from './queueSession.ts'
import type { VolatileQueue } from './volatileQueue.ts'

const deleteTimeoutMs = 3000

interface Deps {
  readonly queue: Queue
  readonly grants: PageGrants
  readonly volatile: VolatileQueue
}
type Command<W> = (person: { store: ItemStore; ownerId: OwnerId }, which: W) => Promise<string[]>

/** The queue items of the signed-in person. */
export class PersonQueue {
  readonly #deps: Deps

  /** Owners whose photos the page shows beside those of the person: guests who left, and entries that wait. */
  readonly #readable = new Set<OwnerId>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  get session(): QueueSession | null {
    return this.#deps.grants.session
  }

  /** @param session null: no one's photos are added, and `items` is empty */
  open(session: QueueSession | null): void {
    if (session?.ownerId !== this.session?.ownerId) this.#readable.clear()
    this.#deps.grants.session = session
  }

  async items(ownerId = this.session?.ownerId): Promise<QueueItem[]> {
    if (ownerId === undefined) return []
    const { queue, volatile } = this.#deps
    const inMemory = volatile.store.now().filter((item) => item.ownerId === ownerId)
    const inMemoryIds = new Set(inMemory.map(({ id }) => id))
    const stored = await queue.person.itemsOf(ownerId).catch(() => [])
    return [...stored.filter(({ id }) => !inMemoryIds.has(id)), ...inMemory]
  }

  /** The items of another owner. From now on `item` returns them, until another session is opened. */
  readableItems(ownerId: OwnerId): Promise<QueueItem[]> {
    this.#readable.add(ownerId)
    return this.items(ownerId)
  }

  /** One of the person's items, or a readable one; undefined for an unknown id and an item of another owner. */
  async item(id: string): Promise<QueueItem | undefined> {
    const { queue, volatile } = this.#deps
    const item = (await volatile.store.item(id)) ?? (await queue.store.item(id).catch(() => undefined))
    if (item === undefined) return undefined
    return item.ownerId === this.session?.ownerId || this.#readable.has(item.ownerId) ? item : undefined
  }

  /** Accepted photos that the server has not received, and files still being copied. */
  async pending(ownerId = this.session?.ownerId): Promise<QueueItem[]> {
    return (await this.items(ownerId)).filter((item) => isUnreceived(item.state) && countsAsPending(item))
  }

  /** Runs a command on stored items and on items held only in this page's memory. */
  async command<W extends ItemSelection>(run: Command<W>, which: W): Promise<void> {
    const ownerId = this.session?.ownerId
    if (ownerId === undefined) return
    const { queue, volatile } = this.#deps
    const inMemory = await run({ store: volatile.store, ownerId }, which)
    let stored: string[] = []
    try {
      stored = await run({ store: queue.store, ownerId }, which)
    } finally {
      // Those in memory have changed, also when the device has no usable storage.
      queue.channel.publish({ type: 'items/interrupted', ids: [...inMemory, ...stored] })
    }
  }

  /** Fetches grants for these events where needed, and retries the items that the state of their event had blocked. */
  async refreshGrants(evenementIds: readonly number[]): Promise<void> {
    const items = await this.items()
    const refused = items.flatMap(({ refusedGrantId }) => (refusedGrantId === null ? [] : [refusedGrantId]))
    await this.#deps.grants.refresh(evenementIds, new Set(refused))
    // The list of events was just loaded: retry items that were blocked by the state of the event or a missing right.
    const refusedItems = items.filter((item) => item.state === 'blocked' || isCancellationRefused(item))
    const unblocked = refusedItems.filter((item) => item.cause?.status === 403)
    const ids = unblocked.filter((item) => evenementIds.includes(item.evenementId)).map((item) => item.id)
    if (ids.length > 0) await this.command(restartItems, ids)
  }

  /**
   * Ends what a person left in this queue, at logout. Deletes the server's partial uploads of discarded photos while
   * the grants are valid.
   */
  async close({ ownerId, keep }: { ownerId: OwnerId; keep: boolean }): Promise<void> {
    const { queue, grants, volatile } = this.#deps
    const items = await this.items(ownerId)
    const deletions = keep ? [] : await Promise.all(items.map((item) => this.#prepareDeletion(item)))
    grants.forget(ownerId)
    await (keep ? queue.person.leave(ownerId).catch(ignoreBrokenStorage) : queue.discards.erase(ownerId))
    volatile.leave(ownerId, keep)
    queue.channel.publish({ type: 'items/interrupted', ids: items.map((item) => item.id) })
    await Promise.allSettled(deletions.map((send) => send()))
  }

  async #prepareDeletion({ uploadUrl, ownerId, evenementId }: QueueItem): Promise<() => Promise<unknown>> {
    const grant = uploadUrl === null ? null : await this.#deps.grants.find(ownerId, evenementId)
    if (uploadUrl === null || !grant) return () => Promise.resolve()
    const signal = AbortSignal.timeout(deleteTimeoutMs)
    return () => this.#deps.queue.wire.remove(uploadUrl, { grant: grant.grant, limitMs: deleteTimeoutMs, signal })
  }
}
