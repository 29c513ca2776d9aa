import { type Clock, Fenced } from '#upload-queue/engine/ports.ts'
import type { LeaseStore } from '#upload-queue/store/leaseStore.ts'
import { leaseTimes, type SilenceWatch } from './silenceWatch.ts'

/** The one mutex of all drainers of this origin: pages and the worker. */
export const drainLockName = 'uploads:drain'

/** What the holder is given. */
export interface Hold {
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
  /** This place's own patience with a silent holder. */
  readonly silence: SilenceWatch
  /** Runs `beat` every `ms`; gives back how to stop. */
  readonly every: (ms: number, beat: () => void) => () => void
}
export interface LockWish {
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
  wish: LockWish,
  body: (hold: Hold) => Promise<T>,
): Promise<T | 'busy'> {
  const { locks } = parts
  if (!locks) return (await isFree(parts)) ? hold(parts, body) : 'busy'
  const options = wish.waitMs > 0 ? { signal: AbortSignal.timeout(wish.waitMs) } : { ifAvailable: true }
  const got = await request(parts, { locks, options, body })
  // Whoever was robbed must not rob in turn: the new holder may not have written its lease yet.
  if (got === 'robbed') return 'busy'
  if (got !== 'busy' || !wish.canSteal) return got
  if (!parts.silence.isSilent(await parts.lease.read(), parts.clock.now())) return got
  const stolen = await request(parts, { locks, options: { steal: true }, body })
  return stolen === 'robbed' ? 'busy' : stolen
}

async function request<T>(
  parts: LockParts,
  { locks, options, body }: { locks: LockManager; options: LockOptions; body: (hold: Hold) => Promise<T> },
): Promise<T | 'busy' | 'robbed'> {
  const robbed = new AbortController()
  try {
    return await locks.request(drainLockName, options, (lock) =>
      lock === null ? ('busy' as const) : hold(parts, body, robbed),
    )
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    // The wait was over before the lock was had.
    if (name === 'TimeoutError') return 'busy'
    // Another page stole it while we held it; our body may still be running.
    if (name !== 'AbortError') throw error
    robbed.abort()
    return 'robbed'
  }
}

async function hold<T>(
  { lease, clock, holder, every }: LockParts,
  body: (hold: Hold) => Promise<T>,
  robbed = new AbortController(),
): Promise<T> {
  const epoch = await lease.claim(holder, clock.now())
  const stop = every(leaseTimes.beatMs, () => {
    lease.beat(epoch, clock.now()).catch((error: unknown) => {
      if (error instanceof Fenced) robbed.abort()
    })
  })
  try {
    return await body({ epoch, lost: robbed.signal })
  } finally {
    stop()
    await lease.release(epoch).catch(() => {})
  }
}

/** Where the lease alone decides: let go of, or without a beat for 30 s. The fence keeps a wrong clock harmless. */
async function isFree({ lease, clock }: LockParts): Promise<boolean> {
  const last = await lease.read()
  return !last || Math.abs(clock.now() - last.beatAt) > leaseTimes.silenceMs
}
