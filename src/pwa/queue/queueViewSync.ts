import type { OwnerId } from '#upload-queue/engine/owner.ts'
import type { QueueItem } from '#upload-queue/engine/queueItem.ts'
import { continuesByItself } from '#upload-queue/engine/states.ts'
import { itemView } from '#upload-queue/itemView.ts'
import type { Queue } from '#upload-queue/openQueue.ts'
import type { QueueItemView, QueueView } from '#upload-queue/queueView.ts'
import { sleep } from '#upload-queue/sleep.ts'
import { systemSends } from '#src/pwa/serviceWorkerClient.ts'
import { readDeviceStorage } from '#src/pwa/deviceStorage.ts'
import { showQueue } from './queueViewStore.ts'
import type { QueueSession } from './queueSession.ts'
import type { VolatileQueue } from './volatileQueue.ts'

/** Changes within this time are shown together: each display costs layout and paint. Milliseconds. */
const minShowIntervalMs = 200
const noOthers = { count: 0, videos: 0 }

/** Keeps the view equal to IndexedDB, the source of truth for all tabs. */
export class QueueViewSync {
  #person: QueueSession | null = null
  readonly #queue: Queue
  readonly #volatile: VolatileQueue
  /** Items of `person`, and of no one else. */
  readonly #views = new Map<string, QueueItemView>()
  /** Ids of the shown items that were read from the device: they stay while it cannot be read. */
  readonly #stored = new Set<string>()
  readonly #changed = new Set<string>()
  /** The read that includes `#changed`; it has not begun. */
  #nextRead: Promise<void> | undefined
  #shownAt = Number.NEGATIVE_INFINITY
  #others = noOthers
  /** Whether the system can send while the app is closed. */
  #systemSends = false
  /** When the grant of an event ends, by event, in milliseconds since 1970. */
  readonly #grantEnds = new Map<number, number>()
  #lastRead: Promise<void> = Promise.resolve()

  constructor(queue: Queue, volatile: VolatileQueue) {
    this.#queue = queue
    this.#volatile = volatile
  }

  /** The person whose items are shown; null: only a count is shown. */
  get person(): QueueSession | null {
    return this.#person
  }

  set person(person: QueueSession | null) {
    // A read that is under way must not show the items of one person as those of another.
    if (person?.ownerId !== this.#person?.ownerId) {
      this.#views.clear()
      this.#stored.clear()
      this.#grantEnds.clear()
    }
    this.#person = person
  }

  /** Reads everything, at the start of the page and of a session. */
  refresh(): Promise<void> {
    return this.#serialize(async () => {
      const stored = this.#ownerId === null ? [] : await this.#queue.person.itemsOf(this.#ownerId).catch(() => null)
      for (const id of this.#views.keys()) if (stored !== null || !this.#stored.has(id)) this.#views.delete(id)
      for (const item of stored ?? []) this.#put(item, false)
      for (const item of this.#volatile.store.now()) this.#put(item, true)
      await this.#countOthers()
      await this.#readGrants()
      this.#show({ ready: true })
    })
  }

  /** Reads sync support, grants, network and storage; they change when the worker takes over and as the device fills up. */
  async refreshDevice(): Promise<void> {
    this.#systemSends = await systemSends()
    await this.#readGrants()
    showQueue({
      sending: this.#sending,
      network: await this.#queue.networkPreference.read(),
      ...(await readDeviceStorage()),
    })
  }

  /** Reads items that have changed, at most five times a second. @returns when they are shown */
  update(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.#changed.add(id)
    return (this.#nextRead ??= this.#readChanged())
  }

  async #readChanged(): Promise<void> {
    const left = this.#shownAt + minShowIntervalMs - performance.now()
    if (left > 0) await sleep(left)
    return this.#serialize(async () => {
      const ids = [...this.#changed]
      this.#changed.clear()
      this.#nextRead = undefined
      let areAllOwn = true
      // In one transaction: the copies of hundreds of photos picked together do not wait for hundreds of reads.
      const stored = await this.#queue.store.itemsWith(ids).catch(() => null)
      const inMemory = await Promise.all(ids.map((id) => this.#volatile.store.item(id)))
      for (const [index, id] of ids.entries()) {
        const item = inMemory[index] ?? stored?.get(id)
        if (item === undefined && stored === null && this.#stored.has(id)) continue
        this.#views.delete(id)
        if (item) this.#put(item, inMemory[index] !== undefined)
        areAllOwn &&= item?.ownerId === this.#ownerId
      }
      // Counting reads the whole queue: skip it when only one's own photos changed.
      if (!areAllOwn) await this.#countOthers()
      await this.#readGrants()
      this.#show({})
    })
  }

  get #ownerId(): OwnerId | null {
    return this.#person?.ownerId ?? null
  }

  #put(item: QueueItem, isVolatile: boolean): void {
    if (isVolatile) this.#stored.delete(item.id)
    else this.#stored.add(item.id)
    const isShown = item.ownerId === this.#ownerId && item.state !== 'cancelled'
    if (isShown) this.#views.set(item.id, this.#withSessionState(itemView(item, isVolatile)))
  }

  /** With a live session the page requests the grant itself: show the item as waiting for the network. */
  #withSessionState(view: QueueItemView): QueueItemView {
    const isForNetwork = view.state === 'waiting_auth' && this.#person?.isAlive() === true
    return isForNetwork ? { ...view, state: 'waiting_net', cause: null } : view
  }

  /** The events of which a photo is going to be sent. */
  get #sendingTo(): Set<number> {
    const leaving = [...this.#views.values()].filter(({ state }) => continuesByItself(state))
    return new Set(leaving.map(({ evenementId }) => evenementId))
  }

  /** The worker has no session with which to request a grant: it can send only with those that are stored here. */
  get #sending(): QueueView['sending'] {
    const now = this.#queue.clock.now()
    const hasGrants = [...this.#sendingTo].every((evenementId) => (this.#grantEnds.get(evenementId) ?? 0) > now)
    return this.#systemSends && hasGrants ? 'system' : 'page'
  }

  async #readGrants(): Promise<void> {
    const ownerId = this.#ownerId
    if (ownerId === null) return
    for (const evenementId of this.#sendingTo) {
      if ((this.#grantEnds.get(evenementId) ?? 0) > this.#queue.clock.now()) continue
      const grant = await this.#queue.grants.find(ownerId, evenementId).catch(() => null)
      if (grant && ownerId === this.#ownerId) this.#grantEnds.set(evenementId, grant.expiresAt)
    }
  }

  async #countOthers(): Promise<void> {
    this.#others = await this.#queue.person.countOfOthers(this.#ownerId ?? 0).catch(() => noOthers)
  }

  #show(change: { ready?: true }): void {
    const items = [...this.#views.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
    const { count: othersCount, videos: othersVideos } = this.#others
    showQueue({ ...change, ownerId: this.#ownerId, items, othersCount, othersVideos, sending: this.#sending })
    this.#shownAt = performance.now()
  }

  /** Serializes reads: an older result must not overwrite a newer one. */
  #serialize(read: () => Promise<void>): Promise<void> {
    this.#lastRead = this.#lastRead.then(read)
    return this.#lastRead
  }
}
