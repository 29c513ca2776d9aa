import { drainUnderLock } from '#upload-queue/drainer.ts'
import type { DrainEnd } from '#upload-queue/engine/drain.ts'
import type { GrantSource } from '#upload-queue/engine/ports.ts'
import { drainLockName } from '#upload-queue/lock/drainLock.ts'
import type { Queue } from '#upload-queue/openQueue.ts'
import type { QueueState } from '#upload-queue/engine/states.ts'
import { isHostReachable, subscribeReachable } from '#src/api/reachability.ts'
import { renewAppBadge } from './appBadge.ts'
import { registerSync } from './serviceWorkerClient.ts'
import { BackgroundSyncHandoff } from './backgroundSyncHandoff.ts'
import { releaseWhenFrozen } from './pageFreeze.ts'
import type { VolatileQueue } from './volatileQueue.ts'

const timerMs = 30_000
const busyMs = 5000
const minPauseMs = 500
/** Longest pause between retries while the network does not answer. */
const maxPauseMs = 5000
/** After this many drains without an answer, the page checks the host before each next drain. */
const silentLimit = 2
const updateTimeoutMs = 90_000
const silence: DrainEnd = { why: 'no_network', remaining: 0, nextWakeAt: 0 }

/** States that only the person can change. */
const needsPerson: ReadonlySet<QueueState> = new Set(['paused', 'failed', 'lost_source'])

interface Deps {
  readonly queue: Queue
  readonly grants: GrantSource
  readonly volatile: VolatileQueue
  /** Whether our host answers a small request. */
  readonly hostAnswers: () => Promise<boolean>
}

/** Drains while this page is visible; once it is hidden, the worker drains where background sync exists. */
export class PageDrain {
  readonly #deps: Deps
  readonly #syncHandoff: BackgroundSyncHandoff
  readonly #holder = `page ${crypto.randomUUID()}`
  #running: Promise<void> | undefined
  #isWanted = false
  #networkIsBack = false
  #isReleased = false
  #hasRecovered = false
  #isBusyElsewhere = false
  /** Consecutive drains without an answer. Drains that sent no request do not count. */
  #silentDrains = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(deps: Deps) {
    this.#deps = deps
    this.#syncHandoff = new BackgroundSyncHandoff(deps.queue)
  }

  /** Subscribes to every event after which sending may work again. */
  start(): void {
    const wake = () => this.wake()
    // With background sync the page keeps its registration current until the end; a frozen page then blocks no other
    // drainer.
    releaseWhenFrozen(this.#deps.queue.transactions, () => !this.#syncHandoff.isPossible)
    for (const name of ['focus', 'pageshow']) addEventListener(name, wake)
    addEventListener('online', () => this.wake({ networkIsBack: true }))
    subscribeReachable(() => {
      if (isHostReachable()) this.wake({ networkIsBack: true })
    })
    this.#deps.queue.line.onChange(() => this.#onNetworkChange())
    document.addEventListener('visibilitychange', () => void this.#onVisibility())
    setInterval(wake, timerMs)
    this.wake()
  }

  /** Drains now, or again when the running drain ends. */
  wake({ networkIsBack = false } = {}): void {
    this.#isWanted = true
    this.#networkIsBack ||= networkIsBack
    if (networkIsBack) this.#silentDrains = 0
    this.#running ??= this.#loop().finally(() => (this.#running = undefined))
  }

  /** Drains newly added files; while the network does not answer, they wait for the next retry. */
  wakeForNew(): void {
    if (this.#silentDrains === 0) this.wake()
  }

  /** The host has answered: resets the count of silent drains. */
  hearAnswer(): void {
    this.#silentDrains = 0
  }

  /** Another context ended its drain: retry now instead of waiting for the timer. */
  hearEnded(): void {
    if (this.#isBusyElsewhere) this.wake()
  }

  /** Waits for the pieces in flight, in every context, and pauses the queue: an app update is about to be applied. */
  async holdStill(): Promise<void> {
    this.release()
    this.#deps.queue.channel.say({ type: 'drain/release' })
    const { locks } = this.#deps.queue
    const options = { signal: AbortSignal.timeout(updateTimeoutMs) }
    await locks?.request(drainLockName, options, () => {}).catch(() => {})
    await this.#running
  }

  /** Ends the running drain after the current piece; no drain starts here for one minute. */
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
      await this.#syncHandoff.look()
      if (this.#shouldStop()) return this.#syncHandoff.doRarely()
      if (await this.#isStillSilent()) {
        this.#planNext(silence)
        continue
      }
      const [end, volatile] = await Promise.all([
        this.#drainStored(networkIsBack),
        this.#deps.volatile.drain({
          networkIsBack,
          shouldStop: () => this.#isReleased || this.#deps.queue.line.isHeld(),
        }),
      ])
      this.#planNext(end, volatile)
    }
  }

  /** One request to the host replaces hundreds of failed uploads, each of which also writes to the device's storage. */
  async #isStillSilent(): Promise<boolean> {
    if (this.#silentDrains < silentLimit) return false
    if (await this.#deps.hostAnswers()) this.#silentDrains = 0
    else this.#silentDrains += 1
    return this.#silentDrains > 0
  }

  async #drainStored(networkIsBack: boolean): Promise<DrainEnd | 'busy'> {
    const { queue, grants } = this.#deps
    if (this.#hasRecovered && !(await this.#hasWork())) return { why: 'idle', remaining: 0, nextWakeAt: null }
    const isVisible = document.visibilityState === 'visible'
    const end = await drainUnderLock(
      { ...queue, grants, holder: this.#holder },
      { lanes: 2, networkIsBack, waitMs: 0, canSteal: isVisible, shouldStop: () => this.#shouldStop() },
    ).catch((): DrainEnd => ({ why: 'storage', remaining: 0, nextWakeAt: null }))
    this.#isBusyElsewhere = end === 'busy'
    if (end !== 'busy' && end.why === 'no_network') this.#silentDrains += 1
    // The drain did not run. Registering background sync would wake the worker at once, without work.
    if (end === 'busy' || end.why === 'wifi') return end
    this.#hasRecovered = true
    queue.channel.say({ type: 'drain/ended' })
    if (end.remaining > 0) await registerSync()
    else renewAppBadge()
    return end
  }

  /** Whether a drain has work: taking the lease writes to storage, which an idle page avoids. */
  async #hasWork(): Promise<boolean> {
    const live = await this.#deps.queue.store.live().catch(() => [])
    return live.some((item) => !needsPerson.has(item.state))
  }

  #shouldStop(): boolean {
    return this.#isReleased || (document.visibilityState === 'hidden' && this.#syncHandoff.isPossible)
  }

  #planNext(...ends: (DrainEnd | 'busy')[]): void {
    const now = this.#deps.queue.clock.now()
    const pause = Math.min(maxPauseMs, minPauseMs * 2 ** Math.max(0, this.#silentDrains - 1))
    const waits = ends.flatMap((end) => {
      if (end === 'busy') return [busyMs]
      return end.nextWakeAt === null ? [] : [Math.max(pause, end.nextWakeAt - now)]
    })
    clearTimeout(this.#timer)
    const wait = Math.min(timerMs, ...waits)
    if (wait < timerMs) this.#timer = setTimeout(() => this.wake(), wait)
  }

  /** The network type changed: abort requests that may no longer use mobile data, then drain. */
  #onNetworkChange(): void {
    if (this.#deps.queue.line.isHeld()) this.#deps.queue.interruptions.interruptAll()
    this.wake({ networkIsBack: true })
  }

  async #onVisibility(): Promise<void> {
    if (document.visibilityState === 'visible') this.wake()
    else await this.#syncHandoff.do()
  }
}
