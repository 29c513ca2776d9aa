import type { evenementErrors } from '#domain/evenement/evenement.errors.ts'
import type { KeptDecision } from '#upload-queue/decisions/decision.ts'
import { type DecisionMessage, decisionTags, openDecisions } from '#upload-queue/decisions/openDecisions.ts'
import { type NewGrant, sendDecisions, type SendEnd } from '#upload-queue/decisions/sendDecisions.ts'
import { isHalfSpent } from '#upload-queue/store/grantStore.ts'
import { noteAnswer, reachable } from '#src/api/reachability.ts'
import { currentSession, session as signedIn } from '#src/api/session.ts'
import { registerSync } from './serviceWorkerClient.ts'
import { clearDecisionView, endTaken, showSent, showStored } from './decisionView.ts'
import { noGrantReason } from './noGrantReason.ts'
import { releaseWhenFrozen } from './pageFreeze.ts'

/** What the decision queue needs from the signed-in organiser. */
export interface DecisionSession {
  readonly utilisateurId: number
  /** Requests a moderation grant with the organiser's session. */
  fetchGrant(evenementId: number): Promise<{ readonly grant: string; readonly expire: string }>
}

/** The event was deleted, or the person is no longer its organiser. */
const eventGone: keyof typeof evenementErrors = 'evenement.introuvable'
const idlePollMs = 30_000
const busyMs = 2000
const authRetryPauseMs = 25_000
const quietMs = 120

const { store, sendDeps, publish, transactions } = openDecisions({ renew, onAnswer: noteAnswer, onMessage })
let session: DecisionSession | null = null
/** Ids of events whose moderation desk was opened on this page. */
const desks = new Set<number>()
let isStarted = false
let running: Promise<void> | undefined
let isRunRequested = false
let authRetriedAt = 0
let timer: ReturnType<typeof setTimeout> | undefined
let refreshing: ReturnType<typeof setTimeout> | undefined
let reading: Promise<void> = Promise.resolve()

/** The commands of the decision queue, loaded by decisions.ts after the first paint. */
export const decisionRuntime = { open, prepare, add, takeBack, flush, dismiss, pending, suspend, close }

/** Sends the decisions left by earlier visits and accepts new ones. Call at login and at every start. */
async function open(given: DecisionSession): Promise<void> {
  session = given
  authRetriedAt = 0
  start()
  await refresh()
  wake()
  for (const evenementId of desks) await prepare(evenementId)
}

/**
 * Fetches the grant with which decisions about this event can be sent without a session. A desk can open before the
 * session: `open` then requests its grant.
 */
async function prepare(evenementId: number): Promise<void> {
  desks.add(evenementId)
  const person = ownSession()?.utilisateurId
  if (person === undefined) return
  const known = await store.findGrant(person, evenementId)
  if (!known || isHalfSpent(known, Date.now())) await renew(person, evenementId)
}

async function add(taken: readonly KeptDecision[]): Promise<void> {
  try {
    await store.add(taken)
  } finally {
    endTaken(taken)
    await refresh()
  }
  publish({ sent: null })
  wake()
  // The worker sends the decisions if this page closes before the ten seconds are over.
  await registerSync(decisionTags)
}

async function takeBack(decisions: readonly KeptDecision[]): Promise<void> {
  for (const { ownerId, acte } of decisions.slice(0, 1)) await store.takeBack(ownerId, acte)
  publish({ sent: null })
  await refresh()
  // A restored decision may be due.
  wake()
}

/** Sends held decisions about this event now: the person leaves the desk. */
async function flush(evenementId: number): Promise<void> {
  const person = ownSession()?.utilisateurId
  if (person === undefined) return
  await store.release(person, evenementId)
  await refresh()
  wake()
}

/** Removes refused decisions from the list, after the person has read the reason. */
async function dismiss(ids: readonly string[]): Promise<void> {
  for (const id of ids) await store.forget(id)
  publish({ sent: null })
  await refresh()
}

/** How many decisions of the signed-in person are not sent yet; shown in the logout question. */
async function pending(): Promise<number> {
  const person = signedInId()
  const own = person === undefined ? [] : await store.of(person)
  return own.filter(({ state }) => state !== 'refused').length
}

/**
 * Hides all decisions after a session expired. They stay stored and are sent with their grant or after a login.
 * @returns how many are not sent yet
 */
async function suspend(): Promise<number> {
  const left = await pending().catch(() => 0)
  session = null
  desks.clear()
  clearDecisionView()
  return left
}

/**
 * Ends the decision session, at logout. The decisions of an organiser whose session has expired are not those of the
 * person who signs out: they stay.
 * @param choice keep: decisions wait on this device for the same person; otherwise they are erased now
 */
async function close({ keep }: { keep: boolean }): Promise<void> {
  const person = signedInId()
  await suspend()
  if (person === undefined) return
  await (keep ? store.leave(person) : store.erase(person))
  publish({ sent: null })
}

function start(): void {
  if (isStarted) return
  isStarted = true
  releaseWhenFrozen(transactions)
  for (const name of ['online', 'focus', 'pageshow']) addEventListener(name, wake)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') wake()
    else void requestSync()
  })
  reachable.subscribe(wake)
  signedIn.subscribe(() => {
    if (session !== null && ownSession() === null) clearDecisionView()
  })
}

/** The organiser's session; null while another person is signed in, before `suspend` or `close` has ended it. */
function ownSession(): DecisionSession | null {
  const utilisateurId = currentSession()?.utilisateur.id
  return utilisateurId === undefined || utilisateurId === session?.utilisateurId ? session : null
}

/** The person who signs out, also when `open` did not run; after an expired session, the organiser who had it. */
function signedInId(): number | undefined {
  return currentSession()?.utilisateur.id ?? session?.utilisateurId
}

/** Registers background sync when decisions are pending and the page is hidden. */
async function requestSync(): Promise<void> {
  if ((await pending()) > 0) await registerSync(decisionTags)
}

/** Sends now, or again when the current run ends. */
function wake(): void {
  isRunRequested = true
  running ??= runLoop().finally(() => (running = undefined))
}

async function runLoop(): Promise<void> {
  while (isRunRequested) {
    isRunRequested = false
    const end = await sendDecisions(sendDeps, { waitMs: 0, shouldStop: () => false }).catch(() => null)
    planNext(end)
  }
}

function planNext(end: SendEnd | 'busy' | null): void {
  clearTimeout(timer)
  if (end === 'busy') timer = setTimeout(wake, busyMs)
  else if (end === null) timer = setTimeout(wake, idlePollMs)
  else if (end.remaining > 0) timer = setTimeout(wake, end.nextInMs ?? idlePollMs)
}

/** Requests a new grant with this page's session: `no_session` for another person, or without a valid session. */
async function renew(ownerId: number, evenementId: number): Promise<NewGrant> {
  const sessionAtStart = ownSession()
  if (sessionAtStart?.utilisateurId !== ownerId) return { none: 'no_session' }
  try {
    const { grant, expire } = await sessionAtStart.fetchGrant(evenementId)
    // The person may have signed out during the request: then store nothing.
    if (ownSession() !== sessionAtStart) return { none: 'no_session' }
    const obtained = { grant, obtainedAt: Date.now(), expiresAt: Date.parse(expire) }
    await store.saveGrant({ ownerId, evenementId }, obtained)
    return obtained
  } catch (error) {
    const reason = noGrantReason(error)
    if (reason.none !== 'refused') return reason
    // Another person may have signed in during the request: then it was made as that person. Any other refusal waits
    // for a login.
    return ownSession() === sessionAtStart && reason.code === eventGone ? reason : { none: 'no_session' }
  }
}

function onMessage({ sent }: DecisionMessage): void {
  if (sent) showSent(sent)
  // Hundreds of messages may arrive in a row: read the database once per `quietMs`.
  refreshing ??= setTimeout(() => {
    refreshing = undefined
    void refresh()
  }, quietMs)
}

/** Serializes reads: an older result must not overwrite a newer one. */
function refresh(): Promise<void> {
  reading = reading.then(readStored)
  return reading
}

async function readStored(): Promise<void> {
  const person = ownSession()?.utilisateurId
  const own = person === undefined ? [] : await store.of(person).catch(() => null)
  if (own === null || ownSession()?.utilisateurId !== person) return
  showStored(own)
  const waitsForPerson = own.some(({ state }) => state === 'waiting_auth')
  if (!waitsForPerson || Date.now() - authRetriedAt < authRetryPauseMs) return
  authRetriedAt = Date.now()
  wake()
}
