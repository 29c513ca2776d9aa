import { createHash } from 'node:crypto'
import { drain, type DrainEnd } from '#upload-queue/engine/drain.ts'
import { type Throughput, startThroughput } from '#upload-queue/engine/throughput.ts'
import type { OwnerId } from '#upload-queue/engine/owner.ts'
import type { Grant, NoGrant, Ports } from '#upload-queue/engine/ports.ts'
import { type QueueItem, stagingItem } from '#upload-queue/engine/queueItem.ts'
import { canMove } from '#upload-queue/engine/moves.ts'
import { Interruptions } from '#upload-queue/interruptions.ts'
import { MemoryStore } from '#upload-queue/store/memoryStore.ts'
import { randomFrom } from '#tests/support/random.ts'
import { ModelServer } from './modelServer.ts'

export interface Photo {
  readonly id?: string
  readonly ownerId?: OwnerId
  readonly evenementId?: number
  readonly bytes?: number
  readonly seed?: number
  readonly type?: string
}

const minute = 60_000

/** A phone, a server and a simulated clock, with a check that no photo is lost between them. */
export class QueueWorld {
  readonly server = new ModelServer()
  readonly interruptions = new Interruptions()
  readonly accepted = new Map<string, QueueItem>()
  readonly transitions: { id: string; from: string | null; to: string }[] = []
  readonly store = new MemoryStore((item, from) => this.#watch(item, from))
  readonly clock = { time: Date.UTC(2026, 5, 13, 21), now: () => this.clock.time }
  readonly renewals: number[] = []
  /** Why no grant can be obtained; null: it can. */
  noGrant: NoGrant | null = { none: 'no_session' }
  isStopping = false
  readonly #grants = new Map<string, Grant>()
  readonly #random: () => number
  readonly #illegal: string[] = []
  #serial = 0

  constructor(seed = 1) {
    this.#random = randomFrom(seed)
  }

  get ports(): Ports {
    return {
      store: this.store,
      grants: {
        find: async (ownerId, evenementId) => this.#grants.get(`${ownerId} ${evenementId}`) ?? null,
        canRenew: () => this.noGrant?.none !== 'no_session',
        renew: async (ownerId, evenementId) => {
          this.renewals.push(evenementId)
          return this.noGrant ?? this.giveGrant(ownerId, evenementId)
        },
      },
      wire: this.server.wire,
      clock: this.clock,
      random: this.#random,
      copiers: () => Promise.resolve(new Set<string>()),
      interruption: (id) => this.interruptions.signal(id),
    }
  }

  random(): number {
    return this.#random()
  }

  /** Stores the grant of a login; the previous one stays valid unless it is revoked. */
  giveGrant(ownerId: OwnerId, evenementId: number): Grant {
    const grant = { grant: `secret-${(this.#serial += 1)}`, grantId: `grant-${this.#serial}` }
    this.server.grants.set(grant.grant, { ownerId, evenementId })
    this.#grants.set(`${ownerId} ${evenementId}`, grant)
    return grant
  }

  /** Revokes the grant on the server without the phone's knowledge. */
  revokeGrants(): void {
    this.server.grants.clear()
  }

  forgetGrants(): void {
    this.#grants.clear()
  }

  accept(photo: Photo = {}): QueueItem {
    const serial = (this.#serial += 1)
    const { bytes = 100_000, seed = serial, ownerId = 1, evenementId = 7, type = 'image/jpeg' } = photo
    const contents = contentsOf(seed, bytes)
    const sha256 = createHash('sha256').update(contents).digest('hex')
    const id = photo.id ?? `${String(serial).padStart(6, '0')}-photo-of-a-phone`
    const staged = stagingItem({
      id,
      ownerId,
      evenementId,
      name: `IMG_${serial}.jpg`,
      type,
      takenAt: null,
      size: bytes,
      addedAt: this.clock.now(),
    })
    const item: QueueItem = { ...staged, sha256, sourceSha256: sha256, state: 'queued' }
    this.store.add(item, async (from, to) => contents.slice(from, to))
    this.accepted.set(id, item)
    return item
  }

  drain({
    lanes = 1,
    networkIsBack = true,
    ports = this.ports,
    throughput = startThroughput(),
  }: DrainOptions = {}): Promise<DrainEnd> {
    const run = { ports, epoch: this.store.epoch, throughput, shouldStop: () => this.isStopping }
    return drain(run, { lanes, networkIsBack })
  }

  /** Simulates a takeover by another drainer: increments the epoch. */
  takeOver(): void {
    this.store.epoch += 1
  }

  /** Drains repeatedly with advancing time until nothing continues by itself. */
  async settle(): Promise<void> {
    for (let round = 0; round < 300; round += 1) {
      this.takeOver()
      const end = await this.drain()
      if (end.why === 'idle' && end.nextWakeAt === null) return
      this.clock.time = Math.max(this.clock.time + 500, end.nextWakeAt ?? this.clock.time + minute)
    }
    throw new Error('the queue did not become idle')
  }

  /** The last state of an item, also when it was deleted since. */
  stateOf(id: string): string | undefined {
    return this.transitions.findLast((transition) => transition.id === id)?.to
  }

  async item(id: string): Promise<QueueItem> {
    const item = await this.store.item(id)
    if (!item) throw new Error(`no item ${id}`)
    return item
  }

  /** Violations of I1 to I3 and I7 to I9 at this moment, as text; empty when there are none. */
  async losses(): Promise<string[]> {
    const losses = [...this.#illegal]
    for (const given of this.accepted.values()) losses.push(...(await this.#lossesOf(given)))
    const photos = this.server.medias.map((media) => `${media.ownerId} ${media.evenementId} ${media.sourceSha256}`)
    if (new Set(photos).size < photos.length) losses.push('the same photo became two media')
    return losses
  }

  /** Undelivered photos and all results of {@link losses}. */
  async undelivered(): Promise<string[]> {
    const missing = [...this.accepted.keys()].filter((id) => this.stateOf(id) !== 'done')
    return [...missing, ...(await this.losses())]
  }

  async #lossesOf(given: QueueItem): Promise<string[]> {
    const { id } = given
    const state = this.stateOf(id)
    const losses: string[] = []
    const medias = this.server.medias.filter((media) => media.clientUploadId === id)
    if (medias.length > 1) losses.push(`${id} became ${medias.length} media`)
    const isMixed = medias.some(
      (media) =>
        media.ownerId !== given.ownerId || media.evenementId !== given.evenementId || media.sha256 !== given.sha256,
    )
    if (isMixed) losses.push(`${id} was mixed with another`)
    if (state === 'cancelled' && medias.length > 0) losses.push(`${id} was given up and is on the server`)
    const item = await this.store.item(id)
    if (state === 'done') {
      // Receipts are deleted after 30 days.
      if (item && !this.server.medias.some(({ id: mediaId }) => mediaId === item.mediaId)) losses.push(`${id} is lost`)
    } else if (state !== 'cancelled' && !(await this.#isReadable(given))) losses.push(`${id} cannot be read any more`)
    if (item?.state === 'failed' && item.cause === null) losses.push(`${id} failed without a cause`)
    return losses
  }

  async #isReadable(given: QueueItem): Promise<boolean> {
    const bytes = await this.store.readBytes(given, 0, given.size)
    return createHash('sha256').update(bytes).digest('hex') === given.sha256
  }

  #watch(item: QueueItem, from: QueueItem['state'] | null): void {
    this.transitions.push({ id: item.id, from, to: item.state })
    if (from !== null && !canMove(from, item.state)) this.#illegal.push(`${from} -> ${item.state}`)
  }
}

interface DrainOptions {
  readonly lanes?: number
  readonly networkIsBack?: boolean
  readonly ports?: Ports
  readonly throughput?: Throughput
}

function contentsOf(seed: number, bytes: number): Uint8Array<ArrayBuffer> {
  const random = randomFrom(seed * 7919)
  const words = new Uint32Array(Math.ceil(bytes / 4)).map(() => random() * 2 ** 32)
  return new Uint8Array(words.buffer).slice(0, bytes)
}
