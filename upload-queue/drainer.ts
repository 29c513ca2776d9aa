import type { Discards } from './caches/discards.ts'
import { drain, type DrainEnd, remainingOf } from './engine/drain.ts'
import type { Clock, GrantSource, ItemStore, Wire } from './engine/ports.ts'
import { StorageFull } from './engine/queueErrors.ts'
import type { Interruptions } from './interruptions.ts'
import { type DrainLockOptions, withDrainLock } from './lock/drainLock.ts'
import type { NetworkPreference } from './network/networkPreference.ts'
import type { NetworkSpeed } from './network/networkSpeed.ts'
import type { SilenceWatch } from './lock/silenceWatch.ts'
import type { LeaseStore } from './store/leaseStore.ts'

/** Dependencies of a drainer in a page or in the service worker. */
export interface DrainerDeps {
  readonly store: ItemStore
  readonly lease: LeaseStore
  readonly discards: Pick<Discards, 'finish' | 'isPending'>
  readonly grants: GrantSource
  readonly wire: Wire
  readonly clock: Clock
  readonly locks: LockManager | undefined
  readonly interruptions: Interruptions
  readonly copiers: () => Promise<ReadonlySet<string>>
  /** Identifies this page or worker in the lease, for diagnosis. */
  readonly holder: string
  readonly silence: SilenceWatch
  readonly networkSpeed: NetworkSpeed
  /** See {@link withDrainLock}. */
  readonly sendsWhenFull?: () => Promise<boolean>
  /** Absent: any network may be used. */
  readonly networkPreference?: Pick<NetworkPreference, 'read' | 'waitsForWifi'>
}

export interface DrainOptions extends DrainLockOptions {
  /** Files that are sent in parallel at most. */
  readonly lanes: number
  readonly networkIsBack: boolean
  readonly shouldStop: () => boolean
}

/**
 * Drains the queue (engine/drain.ts) while holding the lock, with the speed measured last on this network. Returns
 * `busy` when another drainer holds it, and `wifi` when uploads wait for Wi-Fi.
 */
export async function drainUnderLock(deps: DrainerDeps, options: DrainOptions): Promise<DrainEnd | 'busy'> {
  const { networkPreference, discards } = deps
  // Otherwise it could send photos that their person has discarded.
  await discards.finish()
  await networkPreference?.read()
  if (networkPreference?.waitsForWifi())
    return { why: 'wifi', remaining: remainingOf(await deps.store.live()), nextWakeAt: null }
  const lock = { ...deps, every }
  const draining = withDrainLock(lock, options, async ({ epoch, lost }) => {
    const abortRequests = () => deps.interruptions.interruptAll()
    lost.addEventListener('abort', abortRequests, { once: true })
    const throughput = await deps.networkSpeed.recall()
    const run = {
      ports: { ...deps, random: Math.random, interruption: (id: string) => deps.interruptions.signal(id) },
      epoch,
      throughput,
      shouldStop: () =>
        lost.aborted || options.shouldStop() || networkPreference?.waitsForWifi() === true || discards.isPending,
    }
    const end = await drain(run, options)
    await deps.networkSpeed.keep(throughput)
    return end
  })
  return draining.catch(async (error: unknown) => {
    if (!(error instanceof StorageFull)) throw error
    return { why: 'storage', remaining: remainingOf(await deps.store.live()), nextWakeAt: null }
  })
}

function every(ms: number, beat: () => void): () => void {
  const timer = setInterval(beat, ms)
  return () => clearInterval(timer)
}
