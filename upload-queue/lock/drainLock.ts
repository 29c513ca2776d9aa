import { type Clock, Fenced } from '#upload-queue/engine/ports.ts'
import type { LeaseStore } from '#upload-queue/store/leaseStore.ts'

/** The one mutex of all drainers of this origin: pages and the worker. */
export const drainLockName = 'uploads:drain'

/** How often the holder says that it is alive, and after how long a silence a visible page may take over. */
export const leaseTimes = { beatMs: 5000, silenceMs: 30_000 } as const

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
  if (!locks) return (await isSilent(parts)) ? hold(parts, body) : 'busy'
  const options = wish.waitMs > 0 ? { signal: AbortSignal.timeout(wish.waitMs) } : { ifAvailable: true }
  const got = await request(parts, { locks, options, body })
  if (got !== 'busy' || !wish.canSteal || !(await isSilent(parts))) return got
  return request(parts, { locks, options: { steal: true }, body })
}

async function request<T>(
  parts: LockParts,
  { locks, options, body }: { locks: LockManager; options: LockOptions; body: (hold: Hold) => Promise<T> },
): Promise<T | 'busy'> {
  const robbed = new AbortController()
  try {
    return await locks.request(drainLockName, options, (lock) =>
      lock === null ? ('busy' as const) : hold(parts, body, robbed),
    )
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    // The wait was over (TimeoutError), or another page stole the lock while we held it (AbortError).
    if (name !== 'AbortError' && name !== 'TimeoutError') throw error
    robbed.abort()
    return 'busy'
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

/** No holder, or none that spoke for 30 s; a clock that was set back counts as silence, the fence keeps that harmless. */
async function isSilent({ lease, clock }: LockParts): Promise<boolean> {
  const last = await lease.read()
  return !last || Math.abs(clock.now() - last.beatAt) > leaseTimes.silenceMs
}
