import { drain, type DrainEnd, remainingOf } from './engine/drain.ts'
import type { Clock, GrantSource, ItemStore, Wire } from './engine/ports.ts'
import type { Interruptions } from './interruptions.ts'
import { type DrainLockOptions, withDrainLock } from './lock/drainLock.ts'
import type { NetworkPreference } from './network/networkPreference.ts'
import type { NetworkPace } from './network/networkPace.ts'
import type { SilenceWatch } from './lock/silenceWatch.ts'
import type { LeaseStore } from './store/leaseStore.ts'

/** What one place (a page, the worker) drains with. */
export interface DrainerParts {
  readonly store: ItemStore
  readonly lease: LeaseStore
  readonly grants: GrantSource
  readonly wire: Wire
  readonly clock: Clock
  readonly locks: LockManager | undefined
  readonly interruptions: Interruptions
  readonly copiers: () => Promise<ReadonlySet<string>>
  /** Names this place in the lease, for whoever looks for faults. */
  readonly holder: string
  readonly silence: SilenceWatch
  readonly networkPace: NetworkPace
  /** Absent: every line will do. */
  readonly line?: Pick<NetworkPreference, 'read' | 'isHeld'>
}

export interface DrainOptions extends DrainLockOptions {
  readonly lanes: 1 | 2
  readonly networkIsBack: boolean
  readonly shouldStop: () => boolean
}

/** Drains the queue under the lock, or says that another place is at it, or that all waits for Wi-Fi. */
export async function drainUnderLock(parts: DrainerParts, wish: DrainOptions): Promise<DrainEnd | 'busy'> {
  const { line } = parts
  await line?.read()
  if (line?.isHeld()) return { why: 'wifi', remaining: remainingOf(await parts.store.live()), nextWakeAt: null }
  const lock = { ...parts, every }
  return withDrainLock(lock, wish, async ({ epoch, lost }) => {
    const hangUp = () => parts.interruptions.interruptAll()
    lost.addEventListener('abort', hangUp, { once: true })
    const pace = await parts.networkPace.recall()
    const run = {
      ports: { ...parts, random: Math.random, interruption: (id: string) => parts.interruptions.signal(id) },
      epoch,
      pace,
      shouldStop: () => lost.aborted || wish.shouldStop() || line?.isHeld() === true,
    }
    const end = await drain(run, wish)
    await parts.networkPace.keep(pace)
    return end
  })
}

function every(ms: number, beat: () => void): () => void {
  const timer = setInterval(beat, ms)
  return () => clearInterval(timer)
}
