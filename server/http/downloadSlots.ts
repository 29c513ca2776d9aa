import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '#domain/contract/errors.ts'
import type { Clock } from '../clock.ts'
import type { ActeurConnecte } from './acteur.ts'
import { networkOf } from './network.ts'
import { Problem } from './problem.ts'

/** A lost connection is not reported: the response stalls until the TCP timeout. */
const stalledMs = 120_000
/** A quarter of the connections that a node opens to its store for readers (storage/s3/s3Client.ts). */
const maxPerNetwork = 64

interface Slot {
  readonly raw: ServerResponse
  readonly keys: readonly string[]
  /** Bytes that the system had accepted at the last check, and the time of the last change. */
  acceptedBytes: number
  movedAt: number
}

interface Limit {
  readonly clock: Clock
  /** Open downloads of one person. */
  readonly maxPerPerson: number
  /** The refusal of one more. */
  readonly code: ErrorCode
}

/**
 * Limits the open downloads of one kind on this node, for each person, and for all guests of a network: a link makes
 * many guests. Each one holds an open file, or a connection to the store, as long as its client reads.
 */
export class DownloadSlots {
  readonly #limit: Limit
  readonly #slots = new Map<string, Set<Slot>>()

  constructor(limit: Limit) {
    this.#limit = limit
  }

  /**
   * Reserves a slot until the response ends. When all are taken, a download that has stalled since an earlier call is
   * aborted instead.
   * @throws Problem with the code of the limit and Retry-After, when none has stalled
   */
  take({ id, invite }: Pick<ActeurConnecte, 'id' | 'invite'>, request: FastifyRequest, { raw }: FastifyReply): void {
    // The client disconnected before: there will be no close event.
    if (raw.destroyed) return
    const ofPerson = `person ${id}`
    this.#makeRoom(ofPerson, this.#limit.maxPerPerson)
    const ofNetwork = invite ? `network ${networkOf(request.ip)}` : null
    if (ofNetwork !== null) this.#makeRoom(ofNetwork, maxPerNetwork)
    const keys = ofNetwork === null ? [ofPerson] : [ofPerson, ofNetwork]
    const slot = { raw, keys, acceptedBytes: acceptedBytesOf(raw), movedAt: this.#now() }
    for (const key of keys) this.#slots.set(key, (this.#slots.get(key) ?? new Set()).add(slot))
    raw.once('close', () => this.#leave(slot))
  }

  #makeRoom(key: string, max: number): void {
    const slots = this.#slots.get(key)
    if (!slots || slots.size < max) return
    let stalled: Slot | undefined
    // Look at all of them, so that the next call knows which ones have stalled since.
    for (const slot of slots) if (this.#isStalled(slot)) stalled ??= slot
    if (!stalled) throw new Problem(this.#limit.code, { headers: { 'Retry-After': '10' } })
    this.#leave(stalled)
    stalled.raw.destroy()
  }

  #isStalled(slot: Slot): boolean {
    const acceptedBytes = acceptedBytesOf(slot.raw)
    const hasNothingBuffered = slot.raw.writableLength === 0
    if (hasNothingBuffered || acceptedBytes !== slot.acceptedBytes) {
      slot.acceptedBytes = acceptedBytes
      slot.movedAt = this.#now()
    }
    return this.#now() - slot.movedAt >= stalledMs
  }

  #leave(slot: Slot): void {
    for (const key of slot.keys) {
      const slots = this.#slots.get(key)
      slots?.delete(slot)
      if (slots?.size === 0) this.#slots.delete(key)
    }
  }

  #now(): number {
    return this.#limit.clock.now().getTime()
  }
}

/** Bytes of a connection that the system has accepted; 0 for an injected in-process request. */
function acceptedBytesOf({ socket }: ServerResponse): number {
  const { bytesWritten = 0, writableLength = 0 } = (socket ?? {}) as Partial<Socket>
  return bytesWritten - writableLength
}
