import { type Discards, photoDiscards } from './caches/discards.ts'
import type { Clock, Wire } from './engine/ports.ts'
import { Interruptions } from './interruptions.ts'
import type { QueueMessage } from './messages.ts'
import { QueueChannel } from './queueChannel.ts'
import { NetworkPreference } from './network/networkPreference.ts'
import { NetworkSpeed } from './network/networkSpeed.ts'
import { SilenceWatch } from './lock/silenceWatch.ts'
import { EntryStore } from './store/entryStore.ts'
import { GrantStore } from './store/grantStore.ts'
import { LeaseStore } from './store/leaseStore.ts'
import type { OpenTransactions } from './store/openTransactions.ts'
import { PersonStore } from './store/personStore.ts'
import { QueueConnection } from './store/queueDatabase.ts'
import { QueueStore } from './store/queueStore.ts'
import { StagingStore } from './store/stagingStore.ts'
import type { TextStorage } from './store/unsavedNotes.ts'
import { tusWire } from './wire/tusWire.ts'

/** What the page and the service worker use of the queue. */
export interface Queue {
  readonly store: QueueStore
  readonly staging: StagingStore
  readonly person: PersonStore
  readonly discards: Discards
  readonly grants: GrantStore
  readonly entries: EntryStore
  readonly lease: LeaseStore
  readonly wire: Wire
  readonly clock: Clock
  readonly channel: QueueChannel
  readonly interruptions: Interruptions
  readonly locks: LockManager | undefined
  readonly silence: SilenceWatch
  readonly transactions: OpenTransactions
  readonly copiers: () => Promise<ReadonlySet<string>>
  readonly networkPreference: NetworkPreference
  readonly networkSpeed: NetworkSpeed
}

interface QueueOptions {
  readonly origin: string
  readonly onMessage: (message: QueueMessage) => void
  readonly onAnswer?: () => void
  readonly onStorageClosed?: () => void
  readonly notes?: TextStorage
}

const copyLockPrefix = 'uploads:copy:'

/**
 * Name of the Web Lock that a page holds while it copies files. It is released with the page, which reveals an
 * incomplete copy.
 */
export function copyLockName(copier: string): string {
  return `${copyLockPrefix}${copier}`
}

/**
 * Opens the queue of this origin. Reads nothing before the first call of a part.
 * @param onMessage called with the messages of other tabs, of the service worker and of this page
 * @param onAnswer called after each answer of our host, refusals included
 * @param onStorageClosed called when the browser has closed the database by itself: it may have deleted it
 * @param notes where the pages of this device note what a full storage refuses; absent in the worker
 */
export function openQueue({ origin, onMessage, onAnswer, onStorageClosed, notes }: QueueOptions): Queue {
  const clock: Clock = { now: () => Date.now() }
  const connection = new QueueConnection(undefined, notes)
  if (onStorageClosed) connection.onTerminated = onStorageClosed
  const interruptions = new Interruptions()
  const networkPreference = new NetworkPreference()
  const followNetworkChoice = async () => {
    await networkPreference.read()
    if (networkPreference.waitsForWifi()) interruptions.interruptAll()
  }
  const silence = new SilenceWatch(() => channel.publish({ type: 'drain/beat' }))
  const channel = new QueueChannel((message) => {
    if (message.type === 'drain/beat') silence.recordHeartbeat(clock.now())
    if (message.type === 'items/interrupted') interruptions.interrupt(message.ids)
    if (message.type === 'network/chosen') void followNetworkChoice()
    onMessage(message)
  })
  const storeDeps = { connection, clock, onChange: (ids: readonly string[]) => channel.publishChanged(ids) }
  const locks = 'locks' in navigator ? navigator.locks : undefined
  const person = new PersonStore(storeDeps)
  const entries = new EntryStore(storeDeps)
  return {
    store: new QueueStore(storeDeps),
    staging: new StagingStore(storeDeps),
    person,
    discards: photoDiscards({ person, entries, locks }),
    grants: new GrantStore(connection),
    entries,
    lease: new LeaseStore(connection),
    wire: tusWire({ origin, fetch: (input, init) => fetch(input, init), clock, ...(onAnswer && { onAnswer }) }),
    clock,
    channel,
    interruptions,
    locks,
    silence,
    transactions: connection.transactions,
    networkPreference,
    networkSpeed: new NetworkSpeed(clock),
    copiers: async () => {
      const held = (await locks?.query())?.held ?? []
      const names = held.map(({ name = '' }) => name).filter((name) => name.startsWith(copyLockPrefix))
      return new Set(names.map((name) => name.slice(copyLockPrefix.length)))
    },
  }
}
