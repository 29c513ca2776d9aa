import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { drain, type DrainEnd } from '#upload-queue/engine/drain.ts'
import { startPace } from '#upload-queue/engine/pace.ts'
import type { Grant, Ports } from '#upload-queue/engine/ports.ts'
import { type QueueItem, stagingItem } from '#upload-queue/engine/queueItem.ts'
import { canMove, goesOnAlone, isEnded } from '#upload-queue/engine/states.ts'
import { Interruptions } from '#upload-queue/interruptions.ts'
import { MemoryStore } from '#upload-queue/store/memoryStore.ts'
import { ModelServer } from './modelServer.ts'

export interface Photo {
  readonly id?: string
  readonly ownerId?: number
  readonly evenementId?: number
  readonly bytes?: number
  readonly seed?: number
  readonly type?: string
}

const minute = 60_000

/** A phone, a server, a clock that nobody waits for, and the promise that nothing gets lost between them. */
export class QueueWorld {
  readonly server = new ModelServer()
  readonly interruptions = new Interruptions()
  readonly accepted = new Map<string, QueueItem>()
  readonly transitions: { id: string; from: string | null; to: string }[] = []
  readonly store = new MemoryStore((item, from) => this.#watch(item, from))
  readonly clock = { time: Date.UTC(2026, 5, 13, 21), now: () => this.clock.time }
  readonly renewals: number[] = []
  canRenew = false
  isStopping = false
  readonly #grants = new Map<string, Grant>()
  readonly #random: () => number
  #serial = 0

  constructor(seed = 1) {
    this.#random = randomFrom(seed)
  }

  get ports(): Ports {
    return {
      store: this.store,
      grants: {
        find: async (ownerId, evenementId) => this.#grants.get(`${ownerId} ${evenementId}`) ?? null,
        renew: async (ownerId, evenementId) => {
          this.renewals.push(evenementId)
          return this.canRenew ? this.giveGrant(ownerId, evenementId) : null
        },
      },
      wire: this.server.wire,
      clock: this.clock,
      random: this.#random,
      isBeingCopied: () => Promise.resolve(false),
      interruption: (id) => this.interruptions.signal(id),
    }
  }

  random(): number {
    return this.#random()
  }

  /** A login's grant; the one before stays good unless it is revoked. */
  giveGrant(ownerId: number, evenementId: number): Grant {
    const grant = { grant: `secret-${(this.#serial += 1)}`, grantId: `grant-${this.#serial}` }
    this.server.grants.set(grant.grant, { ownerId, evenementId })
    this.#grants.set(`${ownerId} ${evenementId}`, grant)
    return grant
  }

  /** The server takes a grant back; the phone does not know. */
  revokeGrants(): void {
    this.server.grants.clear()
  }

  /** Logout on this phone. */
  forgetGrants(): void {
    this.#grants.clear()
  }

  /** A photo after its strict transaction. */
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

  drain({ lanes = 1, networkIsBack = true, ports = this.ports }: DrainOptions = {}): Promise<DrainEnd> {
    const run = { ports, epoch: this.store.epoch, pace: startPace(), shouldStop: () => this.isStopping }
    return drain(run, { lanes, networkIsBack })
  }

  /** Another drainer takes over: the fence moves on. */
  takeOver(): void {
    this.store.epoch += 1
  }

  /** Drains again and again, as hours pass, until nothing goes on by itself. */
  async settle(): Promise<void> {
    for (let round = 0; round < 300; round += 1) {
      this.takeOver()
      const end = await this.drain()
      if (end.why === 'idle' && end.nextWakeAt === null) return
      this.clock.time = Math.max(this.clock.time + 500, end.nextWakeAt ?? this.clock.time + minute)
    }
    throw new Error('the queue never comes to rest')
  }

  /** The last state an item was in, also when it has left the list since. */
  stateOf(id: string): string | undefined {
    return this.transitions.findLast((transition) => transition.id === id)?.to
  }

  async item(id: string): Promise<QueueItem> {
    const item = await this.store.item(id)
    if (!item) throw new Error(`no item ${id}`)
    return item
  }

  /** I1 to I3, I7, I8 and I9, at any moment. */
  async expectNothingLost(): Promise<void> {
    for (const [id, given] of this.accepted) {
      const item = (await this.store.item(id)) ?? { ...given, state: this.stateOf(id) }
      const medias = this.server.medias.filter((media) => media.clientUploadId === id)
      expect(medias.length, 'one media per client id').toBeLessThanOrEqual(1)
      for (const media of medias) {
        expect(media).toMatchObject({
          ownerId: given.ownerId,
          evenementId: given.evenementId,
          sha256: given.sha256,
        })
      }
      if (item.state === 'cancelled') expect(medias, 'given up, so not on the server').toEqual([])
      else if (item.state === 'done') expect(this.server.medias.map((media) => media.id)).toContain(item.mediaId)
      else await this.expectReadable(given)
      if (item.state === 'failed') expect(item.cause).not.toBeNull()
    }
    const photos = this.server.medias.map((media) => `${media.ownerId} ${media.evenementId} ${media.sourceSha256}`)
    expect(new Set(photos).size, 'the same photo once').toBe(photos.length)
  }

  async expectReadable(item: QueueItem): Promise<void> {
    const bytes = await this.store.readBytes(item, 0, item.size)
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(this.accepted.get(item.id)?.sha256)
  }

  async expectAllDelivered(): Promise<void> {
    for (const id of this.accepted.keys()) expect(await this.item(id)).toMatchObject({ state: 'done' })
    await this.expectNothingLost()
  }

  #watch(item: QueueItem, from: QueueItem['state'] | null): void {
    this.transitions.push({ id: item.id, from, to: item.state })
    if (from !== null) expect(canMove(from, item.state), `${from} -> ${item.state}`).toBe(true)
  }
}

interface DrainOptions {
  readonly lanes?: 1 | 2
  readonly networkIsBack?: boolean
  readonly ports?: Ports
}

/** Whether an item rests: ended, or waiting for a person or a login. */
export function isAtRest(item: QueueItem): boolean {
  return isEnded(item.state) || !goesOnAlone(item.state)
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function contentsOf(seed: number, bytes: number): Uint8Array<ArrayBuffer> {
  const random = randomFrom(seed * 7919)
  const words = new Uint32Array(Math.ceil(bytes / 4)).map(() => random() * 2 ** 32)
  return new Uint8Array(words.buffer).slice(0, bytes)
}
