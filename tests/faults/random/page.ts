import { endLostCopies } from '#upload-queue/engine/lostCopies.ts'
import { platformHash } from '#upload-queue/hash/hashStream.ts'
import type { OwnerId } from '#upload-queue/engine/owner.ts'
import type { Clock, GrantSource, Wire } from '#upload-queue/engine/ports.ts'
import { Interruptions } from '#upload-queue/interruptions.ts'
import { NetworkPreference } from '#upload-queue/network/networkPreference.ts'
import { NetworkSpeed } from '#upload-queue/network/networkSpeed.ts'
import { SilenceWatch } from '#upload-queue/lock/silenceWatch.ts'
import type { Queue } from '#upload-queue/openQueue.ts'
import { photoDiscards } from '#upload-queue/caches/discards.ts'
import { QueueChannel } from '#upload-queue/queueChannel.ts'
import { EntryStore } from '#upload-queue/store/entryStore.ts'
import { GrantStore } from '#upload-queue/store/grantStore.ts'
import { LeaseStore } from '#upload-queue/store/leaseStore.ts'
import { PersonStore } from '#upload-queue/store/personStore.ts'
import { QueueConnection } from '#upload-queue/store/queueDatabase.ts'
import { QueueStore } from '#upload-queue/store/queueStore.ts'
import { StagingStore } from '#upload-queue/store/stagingStore.ts'
import { tusWire } from '#upload-queue/wire/tusWire.ts'
import { Copies } from '#src/pwa/queue/copies.ts'
import { FilePreviews } from '#src/pwa/preview/filePreviews.ts'
import { PageGrants } from '#src/pwa/queue/pageGrants.ts'
import { GuestEntries } from '#src/pwa/queue/guestEntries.ts'
import { PersonQueue } from '#src/pwa/queue/personQueue.ts'
import { Previews } from '#src/pwa/preview/previews.ts'
import type { EnqueueResult } from '#src/pwa/queue/pickedFile.ts'
import { VolatileQueue } from '#src/pwa/queue/volatileQueue.ts'
import { type Death, mortality } from '#tests/upload-queue/support/killer.ts'

interface PageOptions {
  /** The phone's database; all pages of a phone share it. */
  readonly name: string
  readonly clock: Clock
  readonly origin: string
  /** Maximum time in milliseconds before this phone aborts a request without an answer. */
  readonly pieceTimeoutMs: () => number
  readonly onChange: (ids: readonly string[]) => void
}

/** A page of the app with the real parts of the queue; it can be killed at any of their calls. */
export class Page {
  readonly queue: Queue
  readonly grants: PageGrants
  readonly person: PersonQueue
  readonly guests: GuestEntries
  /** As in the worker, which has no session to request grants. */
  readonly storedGrants: GrantSource
  readonly #death = { at: Infinity, when: 'before' as Death['when'] }
  readonly #mortality = mortality(this.#death)
  readonly #power = new AbortController()
  readonly #copies: Copies

  constructor({ name, clock, origin, pieceTimeoutMs, onChange }: PageOptions) {
    const connection = new QueueConnection(name)
    const interruptions = new Interruptions()
    const channel = new QueueChannel((message) => {
      if (message.type === 'items/interrupted') interruptions.interrupt(message.ids)
    })
    const parts = {
      connection,
      clock,
      onChange: (ids: readonly string[]) => {
        onChange(ids)
        if (!this.#power.signal.aborted) channel.publishChanged(ids)
      },
    }
    const { guard } = this.#mortality
    const wire = tusWire({
      origin,
      clock,
      fetch: (input, init) =>
        fetch(input, {
          ...init,
          signal: AbortSignal.any([this.#power.signal, ...(init?.signal ? [init.signal] : [])]),
        }),
    })
    const person = guard(new PersonStore(parts))
    const entries = guard(new EntryStore(parts))
    const queue = {
      store: guard(new QueueStore(parts)),
      staging: guard(new StagingStore(parts)),
      person,
      discards: photoDiscards({ person, entries, locks: undefined }),
      grants: guard(new GrantStore(connection)),
      entries,
      lease: guard(new LeaseStore(connection)),
      wire: guard(withShortTimeouts(wire, pieceTimeoutMs)),
      clock,
      channel,
      interruptions,
      // Node's locks are shared by all phones; without any the lease alone decides, as in browsers without Web Locks.
      locks: undefined,
      silence: new SilenceWatch(),
      transactions: connection.transactions,
      copiers: () => Promise.resolve(new Set<string>()),
      networkPreference: new NetworkPreference(),
      networkSpeed: new NetworkSpeed(clock),
    }
    const grants = new PageGrants(queue)
    const volatile = new VolatileQueue(queue, grants)
    this.queue = queue
    this.grants = grants
    this.person = new PersonQueue({ queue, grants, volatile })
    this.guests = new GuestEntries({ queue, volatile })
    this.storedGrants = {
      find: (...key) => queue.grants.find(...key),
      canRenew: () => false,
      renew: () => Promise.resolve({ none: 'no_session' }),
    }
    const startHash = () => Promise.resolve(platformHash())
    this.#copies = new Copies({
      queue,
      startHash,
      volatile,
      previews: new Previews({
        queue,
        files: new FilePreviews(() => Promise.reject(new Error('no pictures in Node'))),
      }),
      onCopied: () => {},
    })
  }

  /** Stages picked files: a row for each, then their bytes. */
  async takeAll(to: { ownerId: OwnerId; evenementId: number }, files: readonly File[]): Promise<EnqueueResult[]> {
    const picks = files.map((file) => ({ file, size: file.size, allegee: false }))
    const { copied } = await this.#copies.add(to, picks)
    return copied
  }

  /** As at the start of a page. */
  endLostCopies(): Promise<void> {
    return endLostCopies(this.queue, null)
  }

  /** Runs some work, and kills the page at the given call. @returns its result, or `died` */
  async live<T>(work: () => Promise<T>, death: Death | null): Promise<T | 'died'> {
    if (!death) return work()
    this.#death.at = this.#mortality.calls() + death.at
    this.#death.when = death.when
    const end = await Promise.race([work(), this.#mortality.died])
    if (end === 'died') this.close()
    else this.#death.at = Infinity
    return end
  }

  close(): void {
    this.#power.abort()
    this.queue.channel.close()
  }
}

function withShortTimeouts(wire: Wire, pieceTimeoutMs: () => number): Wire {
  const shortened = <S extends { limitMs: number }>(options: S): S => {
    return { ...options, limitMs: Math.min(options.limitMs, pieceTimeoutMs()) }
  }
  return {
    create: (item, body, options) => wire.create(item, body, shortened(options)),
    head: (url, options) => wire.head(url, shortened(options)),
    patch: (url, piece, options) => wire.patch(url, piece, shortened(options)),
    remove: (url, options) => wire.remove(url, shortened(options)),
    reconcile: (evenementId, ids, options) => wire.reconcile(evenementId, ids, shortened(options)),
  }
}
