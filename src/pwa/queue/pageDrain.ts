import { drainUnderLock } from '#upload-queue/drainer.ts'
import type { DrainEnd } from '#upload-queue/engine/drain.ts'
import { mostLanes } from '#upload-queue/engine/laneTrial.ts'
import type { GrantSource } from '#upload-queue/engine/ports.ts'
import { drainLockName } from '#upload-queue/lock/drainLock.ts'
import type { Queue } from '#upload-queue/openQueue.ts'
import type { QueueState } from '#upload-queue/engine/states.ts'
import { reachable } from '#src/api/reachability.ts'
import { renewAppBadge } from '#src/pwa/push/appBadge.ts'
import { registerSync } from '#src/pwa/serviceWorkerClient.ts'
import { BackgroundSyncHandoff } from './backgroundSyncHandoff.ts'
import { releaseWhenFrozen } from '#src/pwa/pageFreeze.ts'
import {
  hasRun,
  isDraining,
  isUpdating,
  mustProbeHost,
  nextDrainState,
  type PageDrainEvent,
  startDrainState,
  waitBeforeNext,
} from './pageDrainState.ts'
import type { VolatileQueue } from './volatileQueue.ts'

const timerMs = 30_000
/** Each drain reads the whole queue, which is slow with hundreds of files. */
const filesPauseMs = 1000
const updatePauseMs = 60_000
const updateTimeoutMs = 90_000

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
  #state = startDrainState
  #running: Promise<void> = Promise.resolve()
  #timer: ReturnType<typeof setTimeout> | undefined
  #filesDrainedAt = 0
  /** Whether the worker has left the queue to this page since it is hidden. */
  #sendsHidden = false

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
    reachable.subscribe((isReachable) => {
      if (isReachable) this.wake({ networkIsBack: true })
    })
    this.#deps.queue.networkPreference.onChange(() => this.#onNetworkChange())
    document.addEventListener('visibilitychange', () => void this.#onVisibility())
    setInterval(wake, timerMs)
    this.wake()
  }

  /** Drains now, or again when the running drain ends. */
  wake({ networkIsBack = false } = {}): void {
    this.#dispatch({ type: 'wake', networkIsBack })
  }

  /** Drains newly added files once a second; while the network does not answer, they wait for the next retry. */
  filesAdded(): void {
    if (Date.now() - this.#filesDrainedAt < filesPauseMs) return
    this.#filesDrainedAt = Date.now()
    this.#dispatch({ type: 'files_added' })
  }

  /** The host has answered any request of this page. */
  hostAnswered(): void {
    this.#dispatch({ type: 'host_answered' })
  }

  /** Another context ended its drain: retry now instead of waiting for the timer. */
  otherDrainEnded(): void {
    this.#dispatch({ type: 'other_drain_ended' })
  }

  /**
   * The worker cannot send because the storage is full. A hidden page then sends until it is visible. Once only: each
   * round asks for background sync, whose answer would start the next round.
   */
  sendWhileHidden(): void {
    if (document.visibilityState === 'visible' || this.#sendsHidden) return
    this.#sendsHidden = true
    this.wake()
  }

  /** Waits for the chunks in flight, in every context, and pauses the queue: an app update is about to be applied. */
  async prepareUpdate(): Promise<void> {
    this.stopForUpdate()
    this.#deps.queue.channel.publish({ type: 'drain/release' })
    const { locks } = this.#deps.queue
    const options = { signal: AbortSignal.timeout(updateTimeoutMs) }
    await locks?.request(drainLockName, options, () => {}).catch(() => {})
    await this.#running.catch(() => {})
    // A drain of the photos in memory can outlast its round; without one this ends at once.
    if (this.#deps.volatile.hasPending()) await this.#drainMemory(false).catch(() => {})
  }

  /** Ends the running drain after the current chunk; no drain starts here for one minute. */
  stopForUpdate(): void {
    this.#dispatch({ type: 'update' })
    setTimeout(() => this.#dispatch({ type: 'update_timeout' }), updatePauseMs)
  }

  /** A drain begins when the event leads from `idle` or `updating` to a draining phase (pageDrainState.ts). */
  #dispatch(event: PageDrainEvent): void {
    const wasDraining = isDraining(this.#state)
    this.#state = nextDrainState(this.#state, event)
    if (!wasDraining && isDraining(this.#state)) this.#running = this.#runRounds()
    // The running round may send stored photos for an hour; what is only in this page's memory does not wait for them.
    else if ((event.type === 'wake' || event.type === 'files_added') && this.#hasInMemory())
      this.#drainMemory(false).catch(() => undefined)
  }

  async #runRounds(): Promise<void> {
    while (isDraining(this.#state)) {
      try {
        await this.#runRound()
      } catch (error) {
        this.#dispatch({ type: 'round_failed' })
        throw error
      }
      this.#dispatch({ type: 'round_ended' })
    }
  }

  async #runRound(): Promise<void> {
    const { networkIsBack } = this.#state
    this.#dispatch({ type: 'round_started' })
    // A round that first asks whether the host answers does not use the database: without network there are many.
    if (!mustProbeHost(this.#state)) await this.#deps.queue.store.saveUnsaved()
    await this.#syncHandoff.check()
    if (this.#shouldStop()) {
      await this.#syncHandoff.registerRarely()
      // The worker cannot send it.
      if (this.#hasInMemory()) await this.#drainMemory(networkIsBack)
      return
    }
    if (await this.#isHostSilent()) return this.#planNext({ nextWakeAt: 0 })
    const ends = await Promise.all([this.#drainStored(networkIsBack), this.#drainMemory(networkIsBack)])
    return this.#planNext(...ends)
  }

  /** Sends the photos that only this page has. Joins a drain of them that is running. */
  #drainMemory(networkIsBack: boolean): Promise<DrainEnd> {
    const { queue, volatile } = this.#deps
    const shouldStop = () => isUpdating(this.#state) || queue.networkPreference.waitsForWifi()
    return volatile.drain({ networkIsBack, shouldStop })
  }

  #hasInMemory(): boolean {
    return this.#deps.volatile.hasPending() && !isUpdating(this.#state) && !mustProbeHost(this.#state)
  }

  /** One request to the host replaces hundreds of failed uploads, each of which also writes to the device's storage. */
  async #isHostSilent(): Promise<boolean> {
    if (!mustProbeHost(this.#state)) return false
    this.#dispatch({ type: (await this.#deps.hostAnswers()) ? 'host_answered' : 'host_silent' })
    return this.#state.silentDrains > 0
  }

  async #drainStored(networkIsBack: boolean): Promise<DrainEnd | 'busy'> {
    const { queue, grants } = this.#deps
    if (this.#state.hasRecovered && !(await this.#hasWork())) return { why: 'idle', remaining: 0, nextWakeAt: null }
    const isVisible = document.visibilityState === 'visible'
    // Runs drain (upload-queue/engine/drain.ts) under the lock that pages and the service worker share. `busy`: another
    // one holds the lock.
    const end = await drainUnderLock(
      { ...queue, grants, holder: this.#holder },
      { lanes: mostLanes, networkIsBack, waitMs: 0, canSteal: isVisible, shouldStop: () => this.#shouldStop() },
    ).catch((): DrainEnd => ({ why: 'storage', remaining: 0, nextWakeAt: null }))
    this.#dispatch({ type: 'drained', end: end === 'busy' ? end : end.why })
    // The drain did not run. Registering background sync would wake the worker at once, without work.
    if (end === 'busy' || !hasRun(end.why)) return end
    queue.channel.publish({ type: 'drain/ended' })
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
    if (isUpdating(this.#state)) return true
    return document.visibilityState === 'hidden' && this.#syncHandoff.isPossible && !this.#sendsHidden
  }

  #planNext(...ends: (Pick<DrainEnd, 'nextWakeAt'> | 'busy')[]): void {
    clearTimeout(this.#timer)
    const waitMs = waitBeforeNext(this.#state, ends, this.#deps.queue.clock.now())
    if (waitMs !== null && waitMs < timerMs) this.#timer = setTimeout(() => this.wake(), waitMs)
  }

  /** The network type changed: abort requests that may no longer use mobile data, then drain. */
  #onNetworkChange(): void {
    if (this.#deps.queue.networkPreference.waitsForWifi()) this.#deps.queue.interruptions.interruptAll()
    this.wake({ networkIsBack: true })
  }

  async #onVisibility(): Promise<void> {
    this.#sendsHidden = false
    if (document.visibilityState === 'visible') this.wake()
    else await this.#syncHandoff.register()
  }
}
