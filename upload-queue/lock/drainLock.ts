import { type Clock, Fenced } from '#upload-queue/engine/ports.ts'
import type { LeaseStore } from '#upload-queue/store/leaseStore.ts'
import { leaseTimes, type SilenceWatch } from './silenceWatch.ts'

/** The one mutex of all drainers of this origin: pages and the worker. */
export const drainLockName = 'uploads:drain'

/** What the lock holder gets. */
export interface LockLease {
  readonly epoch: number
  /** Aborted when another drainer took over. */
  readonly lost: AbortSignal
}

interface LockParts {
  /** Absent in browsers without Web Locks: then the lease alone decides. */
  readonly locks: LockManager | undefined
  readonly lease: LeaseStore
  readonly clock: Clock
  readonly holder: string
  /** How long this page or worker waits for a silent holder. */
  readonly silence: SilenceWatch
  /** Runs `beat` every `ms`; returns how to stop. */
  readonly every: (ms: number, beat: () => void) => () => void
}

export interface DrainLockOptions {
  /** How long to wait for the lock: a worker's event must not lose its attempt because a page is busy. */
  readonly waitMs: number
  /** Whether a silent holder may be replaced (visible pages only). */
  readonly canSteal: boolean
}

/**
 * Runs `body` as the only drainer, or says `busy`. The Web Lock is the mutex, the lease's epoch the fence: a holder
 * that was frozen and wakes up again finds its writes refused.
 */
export async function withDrainLock<T>(
  parts: LockParts,
  options: DrainLockOptions,
  body: (hold: LockLease) => Promise<T>,
): Promise<T | 'busy'> {
  const { locks } = parts
  if (!locks) return (await isFree(parts)) ? hold(parts, body) : 'busy'
  const lockOptions = options.waitMs > 0 ? { signal: AbortSignal.timeout(options.waitMs) } : { ifAvailable: true }
  const got = await request(parts, { locks, options: lockOptions, body })
  // Our lock was stolen: do not steal it back, the new holder may not have written its lease yet.
  if (got === 'stolen') return 'busy'
  if (got !== 'busy' || !options.canSteal) return got
  if (!parts.silence.isSilent(await parts.lease.read(), parts.clock.now())) return got
  const second = await request(parts, { locks, options: { steal: true }, body })
  return second === 'stolen' ? 'busy' : second
}

async function request<T>(
  parts: LockParts,
  { locks, options, body }: { locks: LockManager; options: LockOptions; body: (hold: LockLease) => Promise<T> },
): Promise<T | 'busy' | 'stolen'> {
  const stolen = new AbortController()
  try {
    return await locks.request(drainLockName, options, (lock) =>
      lock === null ? ('busy' as const) : hold(parts, body, stolen),
    )
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    // The wait ended before the lock was free.
    if (name === 'TimeoutError') return 'busy'
    // Another page stole it while we held it; our body may still be running.
    if (name !== 'AbortError') throw error
    stolen.abort()
    return 'stolen'
  }
}

async function hold<T>(
  { lease, clock, holder, every }: LockParts,
  body: (hold: LockLease) => Promise<T>,
  stolen = new AbortController(),
): Promise<T> {
  const epoch = await lease.claim(holder, clock.now())
  const stop = every(leaseTimes.beatMs, () => {
    lease.beat(epoch, clock.now()).catch((error: unknown) => {
      if (error instanceof Fenced) stolen.abort()
    })
  })
  try {
    return await body({ epoch, lost: stolen.signal })
  } finally {
    stop()
    await lease.release(epoch).catch(() => {})
  }
}

/** Without Web Locks the lease decides: it was released, or had no beat for 30 s. The fence makes a wrong clock harmless. */
async function isFree({ lease, clock }: LockParts): Promise<boolean> {
  const last = await lease.read()
  return !last || Math.abs(clock.now() - last.beatAt) > leaseTimes.silenceMs
}
