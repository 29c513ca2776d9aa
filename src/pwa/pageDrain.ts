import { drainUnderLock } from '#upload-queue/drainer.ts'
import type { DrainEnd } from '#upload-queue/engine/drain.ts'
import type { GrantSource } from '#upload-queue/engine/ports.ts'
import { drainLockName } from '#upload-queue/lock/drainLock.ts'
import type { Queue } from '#upload-queue/openQueue.ts'
import type { QueueState } from '#upload-queue/queueView.ts'
import { isHostReachable, subscribeReachable } from '#src/api/reachability.ts'
import { renewAppBadge } from './appBadge.ts'
import { registerSync } from './serviceWorkerClient.ts'
import { BackgroundSyncHandoff } from './backgroundSyncHandoff.ts'
import { releaseWhenFrozen } from './pageFreeze.ts'
import type { VolatileQueue } from './volatileQueue.ts'

const timerMs = 30_000
const busyMs = 5000
const leastPauseMs = 500
/** A network that has not answered for long is asked this often. */
const silencePauseMs = 5000
/** So many drains in a row without an answer, and the host is asked a small question before the next one. */
const silentLimit = 2
const updateWaitMs = 90_000
const silence: DrainEnd = { why: 'no_network', remaining: 0, nextWakeAt: 0 }

/** States that nothing but their person can change. */
const resting: ReadonlySet<QueueState> = new Set(['paused', 'failed', 'lost_source'])

interface Parts {
  readonly queue: Queue
  readonly grants: GrantSource
  readonly volatile: VolatileQueue
  /** Whether our own host answers a small question. */
  readonly hostAnswers: () => Promise<boolean>
}

/** Drains while this page is visible; once it hides, the worker does where the system can wake it. */
export class PageDrain {
  readonly #parts: Parts
  readonly #handOver: BackgroundSyncHandoff
  readonly #holder = `page ${crypto.randomUUID()}`
  #running: Promise<void> | undefined
  #isWanted = false
  #networkIsBack = false
  #isReleased = false
  #hasRecovered = false
  #isBusyElsewhere = false
  /** Drains without an answer since the last one; those that had nothing to ask prove nothing. */
  #silentDrains = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(parts: Parts) {
    this.#parts = parts
    this.#handOver = new BackgroundSyncHandoff(parts.queue)
  }

  /** Listens to everything that may mean "now it could work". */
  start(): void {
    const wake = () => this.wake()
    // Where the system sends, its order is looked after until the last moment; there a frozen page stops nobody.
    releaseWhenFrozen(this.#parts.queue.transactions, () => !this.#handOver.isPossible)
    for (const name of ['focus', 'pageshow']) addEventListener(name, wake)
    addEventListener('online', () => this.wake({ networkIsBack: true }))
    subscribeReachable(() => {
      if (isHostReachable()) this.wake({ networkIsBack: true })
    })
    this.#parts.queue.line.onChange(() => this.#onLine())
    document.addEventListener('visibilitychange', () => void this.#onVisibility())
    setInterval(wake, timerMs)
    this.wake()
  }

  /** Drains now, or again as soon as the running drain has ended. */
  wake({ networkIsBack = false } = {}): void {
    this.#isWanted = true
    this.#networkIsBack ||= networkIsBack
    if (networkIsBack) this.#silentDrains = 0
    this.#running ??= this.#loop().finally(() => (this.#running = undefined))
  }

  /** Drains what was just taken in; without network it goes with the next try. */
  wakeForNew(): void {
    if (this.#silentDrains === 0) this.wake()
  }

  /** The host has answered: whatever happens next, the network is no longer silent. */
  hearAnswer(): void {
    this.#silentDrains = 0
  }

  /** Another place has ended its drain: this one need not wait for its timer. */
  hearEnded(): void {
    if (this.#isBusyElsewhere) this.wake()
  }

  /** Lets the pieces in flight end, here and everywhere, and keeps the queue still: the app is about to change. */
  async holdStill(): Promise<void> {
    this.release()
    this.#parts.queue.channel.say({ type: 'drain/release' })
    const { locks } = this.#parts.queue
    const options = { signal: AbortSignal.timeout(updateWaitMs) }
    await locks?.request(drainLockName, options, () => {}).catch(() => {})
    await this.#running
  }

  /** Ends the running drain at the next border between two pieces; for a minute nothing starts here. */
  release(): void {
    this.#isReleased = true
    setTimeout(() => {
      this.#isReleased = false
      this.wake()
    }, 60_000)
  }

  async #loop(): Promise<void> {
    while (this.#isWanted && !this.#isReleased) {
      this.#isWanted = false
      const networkIsBack = this.#networkIsBack
      this.#networkIsBack = false
      await this.#handOver.look()
      if (this.#shouldStop()) return this.#handOver.doRarely()
      if (await this.#isStillSilent()) {
        this.#planNext(silence)
        continue
      }
      const [end, volatile] = await Promise.all([
        this.#drainStored(networkIsBack),
        this.#parts.volatile.drain({
          networkIsBack,
          shouldStop: () => this.#isReleased || this.#parts.queue.line.isHeld(),
        }),
      ])
      this.#planNext(end, volatile)
    }
  }

  /**
   * Hundreds of photos are as many reasons to ask a dead network, and each try writes to the phone's storage: one question
   * to the host stands for all of them.
   */
  async #isStillSilent(): Promise<boolean> {
    if (this.#silentDrains < silentLimit) return false
    if (await this.#parts.hostAnswers()) this.#silentDrains = 0
    else this.#silentDrains += 1
    return this.#silentDrains > 0
  }

  async #drainStored(networkIsBack: boolean): Promise<DrainEnd | 'busy'> {
    const { queue, grants } = this.#parts
    if (this.#hasRecovered && !(await this.#hasWork())) return { why: 'idle', remaining: 0, nextWakeAt: null }
    const isVisible = document.visibilityState === 'visible'
    const end = await drainUnderLock(
      { ...queue, grants, holder: this.#holder },
      { lanes: 2, networkIsBack, waitMs: 0, canSteal: isVisible, shouldStop: () => this.#shouldStop() },
    ).catch((): DrainEnd => ({ why: 'storage', remaining: 0, nextWakeAt: null }))
    this.#isBusyElsewhere = end === 'busy'
    if (end !== 'busy' && end.why === 'no_network') this.#silentDrains += 1
    // Nothing was looked at; and the system would wake the worker at once, for nothing.
    if (end === 'busy' || end.why === 'wifi') return end
    this.#hasRecovered = true
    queue.channel.say({ type: 'drain/ended' })
    if (end.remaining > 0) await registerSync()
    else renewAppBadge()
    return end
  }

  /** Whether a drain could do anything: taking the lease is a write, which an idle page need not make. */
  async #hasWork(): Promise<boolean> {
    const live = await this.#parts.queue.store.live().catch(() => [])
    return live.some((item) => !resting.has(item.state))
  }

  #shouldStop(): boolean {
    return this.#isReleased || (document.visibilityState === 'hidden' && this.#handOver.isPossible)
  }

  #planNext(...ends: (DrainEnd | 'busy')[]): void {
    const now = this.#parts.queue.clock.now()
    const pause = Math.min(silencePauseMs, leastPauseMs * 2 ** Math.max(0, this.#silentDrains - 1))
    const waits = ends.flatMap((end) => {
      if (end === 'busy') return [busyMs]
      return end.nextWakeAt === null ? [] : [Math.max(pause, end.nextWakeAt - now)]
    })
    clearTimeout(this.#timer)
    const wait = Math.min(timerMs, ...waits)
    if (wait < timerMs) this.#timer = setTimeout(() => this.wake(), wait)
  }

  /** On mobile data now, or off it: what must not leave any more is cut off, what may leaves. */
  #onLine(): void {
    if (this.#parts.queue.line.isHeld()) this.#parts.queue.interruptions.interruptAll()
    this.wake({ networkIsBack: true })
  }

  async #onVisibility(): Promise<void> {
    if (document.visibilityState === 'visible') this.wake()
    else await this.#handOver.do()
  }
}
