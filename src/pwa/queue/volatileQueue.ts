import type { OwnerId } from '#upload-queue/engine/owner.ts'
import { drain, type DrainEnd } from '#upload-queue/engine/drain.ts'
import type { GrantSource } from '#upload-queue/engine/ports.ts'
import { ItemMoved } from '#upload-queue/engine/queueErrors.ts'
import { type ItemChange, type QueueItem, type StagedFile, stagingItem } from '#upload-queue/engine/queueItem.ts'
import { cancelItems } from '#upload-queue/engine/itemCommands.ts'
import { isEnded, isPending } from '#upload-queue/engine/states.ts'
import type { Queue } from '#upload-queue/openQueue.ts'
import { readPart } from '#upload-queue/readPart.ts'
import { MemoryStore } from '#upload-queue/store/memoryStore.ts'

interface Contents {
  readonly bytes: Blob
  readonly sha256: string
  readonly sourceSha256: string
  /** See {@link VolatileQueue.nextNumber}. */
  readonly pickNumber: number
}

/** Photos held only in this page's memory, sent by the same engine. */
export class VolatileQueue {
  readonly store: MemoryStore
  readonly #files = new Map<string, Blob>()
  readonly #boundTo = new Map<OwnerId, number>()
  #lastNumber = 0
  /** The number of the logout that discarded the photos of an owner. */
  readonly #discardNumbers = new Map<OwnerId, number>()
  readonly #queue: Queue
  readonly #grants: GrantSource
  #running: Promise<DrainEnd> | undefined

  constructor(queue: Queue, grants: GrantSource) {
    this.#queue = queue
    this.#grants = grants
    this.store = new MemoryStore((item) => {
      if (isEnded(item.state)) void this.#end(item.id)
      queue.channel.publishChanged([item.id])
    })
  }

  /** Numbers picks and logouts of this page in their order, which no change of the device's clock moves. */
  nextNumber(): number {
    return (this.#lastNumber += 1)
  }

  /** Registers picked files without a stored row; their bytes follow one after the other. */
  register(files: readonly StagedFile[]): void {
    const isPickedAgain = (item: QueueItem) =>
      item.state === 'lost_source' && files.some((file) => isSamePick(item, file))
    for (const { id } of this.store.now().filter(isPickedAgain))
      void this.end(id, 'lost_source', { state: 'cancelled' })
    for (const file of files) this.store.add(stagingItem(file), () => Promise.resolve(new Uint8Array()))
  }

  /**
   * Cancels items whose rows another page has cancelled: the person sees one list in all pages. A row that is gone
   * says nothing: the browser may have emptied the storage, and these bytes are the only ones.
   */
  async cancelDeleted(ids: readonly string[]): Promise<void> {
    for (const { id, ownerId } of this.store.now().filter((item) => ids.includes(item.id))) {
      const row = await this.#queue.store.item(id)
      if (row?.state === 'cancelled') await cancelItems({ store: this.store, ownerId }, [id])
    }
  }

  /** Ends the copy of a registered file, or a photo that failed, if it is here. */
  async end(id: string, from: 'staging' | 'lost_source' | 'failed', change: ItemChange): Promise<void> {
    await this.store.move({ id, from, epoch: null, change }).catch((error: unknown) => {
      if (!(error instanceof ItemMoved)) throw error
    })
  }

  /**
   * Like a stored copy, one in memory replaces a failed one of the same photo.
   * @returns false when the same photo is already here
   * @throws ItemMoved when the person has cancelled or discarded it
   */
  add(staged: StagedFile, { bytes, sha256, sourceSha256, pickNumber }: Contents): boolean {
    const file = { ...staged, ownerId: this.#boundTo.get(staged.ownerId) ?? staged.ownerId }
    const named = this.store.now().find(({ id }) => id === file.id)
    const discardNumber = this.#discardNumbers.get(file.ownerId) ?? this.#discardNumbers.get(staged.ownerId)
    const isDiscarded = discardNumber !== undefined && pickNumber < discardNumber
    if (isDiscarded || (named && named.state !== 'staging')) throw new ItemMoved(file.id)
    const twins = this.#twinsOf({ ...file, sourceSha256 })
    if (twins.some(({ state }) => state !== 'failed')) return false
    for (const { id } of twins) void this.end(id, 'failed', { state: 'cancelled' })
    this.#files.set(file.id, bytes)
    this.store.add({ ...stagingItem(file), sha256, sourceSha256, state: 'volatile' }, async (from, to) => {
      // A picked file can become unreadable; too few bytes make the item fail with its message.
      return new Uint8Array(await readPart(bytes, from, to).catch(() => new ArrayBuffer()))
    })
    return true
  }

  /** Ends a failed photo of this page that is stored now, because it was picked again. */
  async replaceFailed(storedId: string): Promise<void> {
    if (!this.store.now().some(({ state }) => state === 'failed')) return
    const stored = await this.#queue.store.item(storedId).catch(() => undefined)
    for (const { id } of stored ? this.#twinsOf(stored) : []) await this.end(id, 'failed', { state: 'cancelled' })
  }

  /** The items of this photo here that have not ended. */
  #twinsOf(photo: Pick<QueueItem, 'ownerId' | 'evenementId' | 'sourceSha256'>): QueueItem[] {
    return this.store
      .now()
      .filter(
        (item) =>
          !isEnded(item.state) &&
          item.state !== 'cancelling' &&
          item.ownerId === photo.ownerId &&
          item.evenementId === photo.evenementId &&
          item.sourceSha256 === photo.sourceSha256,
      )
  }

  #beingCopied(): Set<string> {
    return new Set(this.store.now().flatMap(({ id, state }) => (state === 'staging' ? [id] : [])))
  }

  /** The stored row existed only in case this page closed before sending. */
  async #end(id: string): Promise<void> {
    this.#files.delete(id)
    const change = { state: 'cancelled' } as const
    await this.#queue.store.move({ id, from: 'staging', epoch: null, change }).catch(() => {})
  }

  hasPending(): boolean {
    return this.store.now().some((item) => isPending(item.state))
  }

  hasFile(id: string): boolean {
    return this.#files.has(id)
  }

  /** Gives the photos of one owner to another, also those still being copied. */
  bind(from: OwnerId, to: number): void {
    this.#boundTo.set(from, to)
    this.store.bind(from, to)
  }

  /** At logout: unsent photos stay in this page for the same person, or are dropped. */
  leave(ownerId: OwnerId, keep: boolean): void {
    if (!keep) this.#discardNumbers.set(ownerId, this.nextNumber())
    const own = this.store.now().filter((item) => item.ownerId === ownerId)
    for (const item of own) {
      if (!isEnded(item.state) && keep) continue
      this.store.drop(item.id)
      this.#files.delete(item.id)
    }
  }

  /** Sends what can be sent; a concurrent call joins the running drain. */
  drain(options: { networkIsBack: boolean; shouldStop: () => boolean }): Promise<DrainEnd> {
    this.#running ??= this.#drain(options).finally(() => (this.#running = undefined))
    return this.#running
  }

  async #drain(options: { networkIsBack: boolean; shouldStop: () => boolean }): Promise<DrainEnd> {
    const { wire, clock, interruptions } = this.#queue
    const ports = {
      store: this.store,
      grants: this.#grants,
      wire,
      clock,
      random: Math.random,
      copiers: () => Promise.resolve(this.#beingCopied()),
      interruption: (id: string) => interruptions.signal(id),
    }
    const throughput = await this.#queue.networkSpeed.recall()
    const run = { ports, epoch: this.store.epoch, throughput, shouldStop: options.shouldStop }
    const end = await drain(run, { lanes: 1, networkIsBack: options.networkIsBack })
    await this.#queue.networkSpeed.keep(throughput)
    return end
  }
}

function isSamePick(item: QueueItem, { ownerId, evenementId, name, size }: StagedFile): boolean {
  return item.ownerId === ownerId && item.evenementId === evenementId && item.name === name && item.size === size
}
