import type { Clock } from '#upload-queue/engine/ports.ts'
import { Fenced, StorageFull } from '#upload-queue/engine/queueErrors.ts'
import { type LeaseStore, noEpoch } from '#upload-queue/store/leaseStore.ts'
import { type LockWait, requestLock } from './lockRequest.ts'
import { leaseTimes, type SilenceWatch } from './silenceWatch.ts'

/** Name of the Web Lock that serialises the drainers of this origin: pages and the service worker. */
export const drainLockName = 'uploads:drain'

/** Whether a page or the worker of this origin is sending; false without Web Locks. */
export async function isSending(locks: LockManager | undefined): Promise<boolean> {
  const { held = [] } = (await locks?.query()) ?? {}
  return held.some(({ name }) => name === drainLockName)
}

/** What the holder of the lock gets. */
export interface LockLease {
  readonly epoch: number
  /** Aborted when another drainer took over. */
  readonly lost: AbortSignal
}

interface LockDeps {
  /** Undefined in browsers without Web Locks: there the lease alone decides. */
  readonly locks: LockManager | undefined
  readonly lease: LeaseStore
  readonly clock: Clock
  readonly holder: string
  /** How long this page or worker waits for a holder that writes no heartbeat. */
  readonly silence: SilenceWatch
  /**
   * Whether to hold the lock without a lease when the storage is full. Absent: yes. The worker leaves the queue to an
   * open page: only the page knows what it has announced since and could not write.
   */
  readonly sendsWhenFull?: () => Promise<boolean>
  /** Calls `beat` every `ms`; returns a function that stops it. */
  readonly every: (ms: number, beat: () => void) => () => void
}

export interface DrainLockOptions {
  /**
   * How long to wait for the lock, in milliseconds: a sync event must not waste one of its attempts because a page is
   * sending.
   */
  readonly waitMs: number
  /** Whether a holder without heartbeat may be replaced (visible pages only). */
  readonly canSteal: boolean
}

/**
 * Runs `body` as the only drainer, or returns `busy`. The Web Lock is the mutex, the lease's epoch the fencing number:
 * writes of a holder that was frozen and resumes are refused.
 * @throws StorageFull when the lease cannot be written and `sendsWhenFull` is false
 */
export async function withDrainLock<T>(
  deps: LockDeps,
  options: DrainLockOptions,
  body: (lease: LockLease) => Promise<T>,
): Promise<T | 'busy'> {
  const { locks } = deps
  if (!locks) return (await isFree(deps)) ? runWithLease(deps, body) : 'busy'
  const request = (wait: LockWait) =>
    requestLock(locks, { name: drainLockName, ...wait }, (stolen) => runWithLease(deps, body, stolen))
  const got = await request({ waitMs: options.waitMs })
  // Our lock was stolen: do not steal it back, the new holder may not have written its lease yet.
  if (got === 'stolen') return 'busy'
  if (got !== 'busy' || !options.canSteal) return got
  if (!deps.silence.isSilent(await deps.lease.read(), deps.clock.now())) return got
  const second = await request({ steal: true })
  return second === 'stolen' ? 'busy' : second
}

async function runWithLease<T>(
  deps: LockDeps,
  body: (lease: LockLease) => Promise<T>,
  stolen = new AbortController(),
): Promise<T> {
  const { lease, clock, every, silence } = deps
  const epoch = await claim(deps)
  const stop = every(leaseTimes.beatMs, () => {
    lease.beat(epoch, clock.now()).catch((error: unknown) => {
      if (error instanceof Fenced) stolen.abort()
      else silence.publishHeartbeat()
    })
  })
  try {
    return await body({ epoch, lost: stolen.signal })
  } finally {
    stop()
    await lease.release(epoch).catch(() => {})
  }
}

/** With a full storage the stored epoch stays current: the Web Lock alone keeps other drainers away. */
async function claim({ lease, clock, holder, silence, sendsWhenFull }: LockDeps): Promise<number> {
  try {
    return await lease.claim(holder, clock.now())
  } catch (error) {
    if (!(error instanceof StorageFull) || (await sendsWhenFull?.()) === false) throw error
    // The other pages see no new lease.
    silence.publishHeartbeat()
    return (await lease.read())?.epoch ?? noEpoch
  }
}

/**
 * Without Web Locks: the lease was released or had no heartbeat for 30 s. A wrong clock is harmless because writes are
 * fenced.
 */
async function isFree({ lease, clock }: LockDeps): Promise<boolean> {
  const last = await lease.read()
  return !last || Math.abs(clock.now() - last.beatAt) > leaseTimes.silenceMs
}
