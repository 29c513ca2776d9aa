import type { KeptDecision } from '#upload-queue/decisions/decision.ts'
import { type DecisionMessage, decisionTags, type openDecisions } from '#upload-queue/decisions/openDecisions.ts'
import { sendDecisions, type SendEnd } from '#upload-queue/decisions/sendDecisions.ts'
import { reachable } from '#src/api/reachability.ts'
import { currentSession, session as signedIn } from '#src/api/session.ts'
import { registerSync } from '#src/pwa/serviceWorkerClient.ts'
import type { DecisionGrants, DecisionSession } from './decisionGrants.ts'
import { clearDecisionView, endTaken, showSent, showStored } from './decisionView.ts'
import { releaseWhenFrozen } from '#src/pwa/pageFreeze.ts'

const idlePollMs = 30_000
const busyMs = 2000
/**
 * After as many polls of a busy lock without a message of its holder, 30 s, the holder counts as frozen: a request takes
 * 10 s at most, and each one is published. A frozen page counts none.
 */
const maxSilentPolls = 15
const authRetryPauseMs = 25_000
const quietMs = 120

interface Deps extends ReturnType<typeof openDecisions> {
  readonly grants: DecisionGrants
}

/** The decisions of the signed-in organiser: takes them, sends them, and shows what this device has stored. */
export class DecisionQueue {
  readonly #deps: Deps
  /** Ids of events whose moderation desk was opened on this page. */
  readonly #desks = new Set<number>()
  #isStarted = false
  #isRunning = false
  #isRunRequested = false
  #authRetriedAt = 0
  #silentPolls = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #isReadPlanned = false
  #reading: Promise<void> = Promise.resolve()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Sends the decisions left by earlier visits and accepts new ones. Call at login and at every start. */
  async open(given: DecisionSession): Promise<void> {
    this.#deps.grants.session = given
    this.#authRetriedAt = 0
    this.#start()
    await this.#refresh()
    this.#wake()
    for (const evenementId of this.#desks) await this.prepare(evenementId)
  }

  /**
   * Fetches the grant with which decisions about this event can be sent without a session. A desk can open before the
   * session: `open` then requests its grant.
   */
  async prepare(evenementId: number): Promise<void> {
    this.#desks.add(evenementId)
    await this.#deps.grants.prepare(evenementId)
  }

  /** Stores decisions and sends them once they are due. @throws when this device cannot store them */
  async add(taken: readonly KeptDecision[]): Promise<void> {
    try {
      await this.#deps.discards.finish()
      await this.#deps.store.add(taken)
    } finally {
      endTaken(taken)
      await this.#refresh()
    }
    this.#deps.publish({ sent: null })
    this.#wake()
    // The worker sends the decisions if this page closes before the ten seconds are over.
    await registerSync(decisionTags)
  }

  /** Undoes decisions of one user action. */
  async takeBack(decisions: readonly KeptDecision[]): Promise<void> {
    for (const { ownerId, acte } of decisions.slice(0, 1)) await this.#deps.store.takeBack(ownerId, acte)
    this.#deps.publish({ sent: null })
    await this.#refresh()
    // A restored decision may be due.
    this.#wake()
  }

  /** Sends held decisions about this event now: the person leaves the desk. */
  async flush(evenementId: number): Promise<void> {
    const person = this.#deps.grants.ownSession?.utilisateurId
    if (person === undefined) return
    await this.#deps.store.release(person, evenementId)
    await this.#refresh()
    this.#wake()
  }

  /** Removes refused decisions from the list, after the person has read the reason. */
  async dismiss(ids: readonly string[]): Promise<void> {
    for (const id of ids) await this.#deps.store.forget(id)
    this.#deps.publish({ sent: null })
    await this.#refresh()
  }

  /** How many decisions of the signed-in person are not sent yet; shown in the logout question. */
  async pending(): Promise<number> {
    const person = this.#signedInId()
    const own = person === undefined ? [] : await this.#readOf(person)
    return own.filter(({ state }) => state !== 'refused').length
  }

  /**
   * Hides all decisions after a session expired. They stay stored and are sent with their grant or after a login.
   * @returns how many are not sent yet
   */
  async suspend(): Promise<number> {
    const left = await this.pending().catch(() => 0)
    this.#deps.grants.session = null
    this.#desks.clear()
    clearDecisionView()
    return left
  }

  /**
   * Ends the decision session, at logout. The decisions of an organiser whose session has expired are not those of the
   * person who signs out: they stay.
   * @param choice keep: decisions wait on this device for the same person; otherwise they are erased now
   */
  async close({ keep }: { keep: boolean }): Promise<void> {
    const person = this.#signedInId()
    await this.suspend()
    if (person === undefined) return
    await (keep ? this.#deps.store.leave(person) : this.#deps.discards.erase(person))
    this.#deps.publish({ sent: null })
  }

  #start(): void {
    if (this.#isStarted) return
    this.#isStarted = true
    releaseWhenFrozen(this.#deps.transactions)
    for (const name of ['online', 'focus', 'pageshow']) addEventListener(name, this.#wake)
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.#wake()
      else void this.#requestSync()
    })
    reachable.subscribe(this.#wake)
    signedIn.subscribe(() => {
      if (this.#deps.grants.session !== null && this.#deps.grants.ownSession === null) clearDecisionView()
    })
  }

  /** Does not read decisions that the person has discarded. */
  async #readOf(person: number): Promise<KeptDecision[]> {
    await this.#deps.discards.finish()
    return this.#deps.store.of(person)
  }

  /** The person who signs out, also when `open` did not run; after an expired session, the organiser who had it. */
  #signedInId(): number | undefined {
    return currentSession()?.utilisateur.id ?? this.#deps.grants.session?.utilisateurId
  }

  /** Registers background sync when decisions are pending and the page is hidden. */
  async #requestSync(): Promise<void> {
    if ((await this.pending()) > 0) await registerSync(decisionTags)
  }

  /** Sends now, or again when the current run ends. */
  readonly #wake = (): void => {
    this.#isRunRequested = true
    if (!this.#isRunning) void this.#runLoop()
  }

  async #runLoop(): Promise<void> {
    this.#isRunning = true
    while (this.#isRunRequested) {
      this.#isRunRequested = false
      const shouldSteal = this.#silentPolls >= maxSilentPolls && document.visibilityState === 'visible'
      const wait = shouldSteal ? ({ steal: true } as const) : { waitMs: 0 }
      const end = await sendDecisions(this.#deps.sendDeps, { ...wait, shouldStop: () => false }).catch(() => null)
      this.#planNext(end)
    }
    this.#isRunning = false
  }

  #planNext(end: SendEnd | 'busy' | null): void {
    clearTimeout(this.#timer)
    if (end === 'busy') {
      this.#timer = setTimeout(() => {
        this.#silentPolls += 1
        this.#wake()
      }, busyMs)
      return
    }
    this.#silentPolls = 0
    if (end === null) this.#timer = setTimeout(this.#wake, idlePollMs)
    else if (end.remaining > 0) this.#timer = setTimeout(this.#wake, end.nextInMs ?? idlePollMs)
  }

  /** Shows what another tab, the service worker or this page has changed. */
  receive({ sent }: DecisionMessage): void {
    this.#silentPolls = 0
    if (sent) showSent(sent)
    // Hundreds of messages may arrive in a row: read the database once per `quietMs`.
    if (this.#isReadPlanned) return
    this.#isReadPlanned = true
    setTimeout(() => {
      this.#isReadPlanned = false
      void this.#refresh()
    }, quietMs)
  }

  /** Serializes reads: an older result must not overwrite a newer one. */
  #refresh(): Promise<void> {
    this.#reading = this.#reading.then(() => this.#readStored())
    return this.#reading
  }

  async #readStored(): Promise<void> {
    const person = this.#deps.grants.ownSession?.utilisateurId
    const own = person === undefined ? [] : await this.#readOf(person).catch(() => null)
    if (own === null || this.#deps.grants.ownSession?.utilisateurId !== person) return
    showStored(own)
    const waitsForPerson = own.some(({ state }) => state === 'waiting_auth')
    if (!waitsForPerson || Date.now() - this.#authRetriedAt < authRetryPauseMs) return
    this.#authRetriedAt = Date.now()
    this.#wake()
  }
}
