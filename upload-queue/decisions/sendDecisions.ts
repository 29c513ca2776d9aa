import { mediaErrors } from '#domain/media/media.errors.ts'
import type { Media } from '#domain/media/media.ts'
import type { Discards } from '#upload-queue/caches/discards.ts'
import { isGrant, type NoGrant } from '#upload-queue/engine/ports.ts'
import { type LockWait, requestLock } from '#upload-queue/lock/lockRequest.ts'
import { changesSameProperty, holdLeft, type KeptDecision, type Refusal } from './decision.ts'
import type { ModerationGrant } from './decisionDatabase.ts'
import type { DecisionStore } from './decisionStore.ts'
import type { DecisionWire } from './decisionWire.ts'

/** Name of the Web Lock that serialises the senders of decisions: pages and the service worker. */
export const decisionLockName = 'decisions:send'

/** A decision that the server has accepted. */
export interface SentDecision {
  readonly mediaId: number
  /** The media from the server's answer; null when it is deleted. */
  readonly media: Media | null
  /** The version that the decision has made, unless the media was deleted already. */
  readonly version?: number
}

/** The answer to a request for a grant. */
export type NewGrant = ModerationGrant | NoGrant

export interface SendDeps {
  readonly store: DecisionStore
  readonly discards: Pick<Discards, 'finish'>
  readonly wire: DecisionWire
  readonly now: () => number
  /** Undefined in browsers without Web Locks. There the version check of the server alone prevents duplicates. */
  readonly locks: LockManager | undefined
  /**
   * Requests a new grant with the session of this person: `no_session` when there is none (always in the service
   * worker), `refused` when this person no longer manages the event. Never rejects.
   */
  readonly renew: (ownerId: number, evenementId: number) => Promise<NewGrant>
  /** Called after each change that screens show; `sent` is set when a decision was delivered. */
  readonly onChange: (sent: SentDecision | null) => void
}

/** Why sending ended, and what remains. */
export interface SendEnd {
  readonly why: 'done' | 'no_network' | 'wait' | 'stopped'
  /** Decisions that need no user action: held, or not delivered yet. Excludes those that wait for a login. */
  readonly remaining: number
  /** Milliseconds until the next decision may be sent; null when unknown. */
  readonly nextInMs: number | null
}

type SendOptions = LockWait & { readonly shouldStop: () => boolean }

/**
 * Sends all due decisions in order, each once. Returns `busy` when another page or the service worker is sending, or has
 * taken the lock from this one, which then starts no other request. The caller calls it again after `nextInMs`.
 */
export async function sendDecisions(deps: SendDeps, { shouldStop, ...wait }: SendOptions): Promise<SendEnd | 'busy'> {
  const { locks } = deps
  if (!locks) return round(deps, shouldStop)
  const result = await requestLock(locks, { name: decisionLockName, ...wait }, ({ signal: stolen }) =>
    round(deps, () => stolen.aborted || shouldStop()),
  )
  return result === 'stolen' ? 'busy' : result
}

async function round(deps: SendDeps, shouldStop: () => boolean): Promise<SendEnd> {
  /** Earlier decisions that stay unsent: see {@link mustFollow}. */
  const stuck: KeptDecision[] = []
  for (const next of await deps.store.all()) {
    if (next.state === 'refused') continue
    if (stuck.some((earlier) => mustFollow(next, earlier))) {
      stuck.push(next)
      continue
    }
    if (shouldStop()) return end(deps, 'stopped')
    // Also those that its organiser has discarded since this round began.
    await deps.discards.finish()
    const result = holdLeft(next, deps.now()) > 0 ? 'stuck' : await sendWithRenewal(deps, next)
    if (result === 'stuck') stuck.push(next)
    else if (result === 'no_network') return end(deps, 'no_network')
    else if (typeof result === 'object') return end(deps, 'wait', result.afterMs)
  }
  return end(deps, 'done')
}

/** Whether a decision must not overtake an earlier one: on the same media, or the choice of another cover of the event. */
function mustFollow(next: KeptDecision, earlier: KeptDecision): boolean {
  return next.mediaId === earlier.mediaId || changesSameProperty(next, earlier)
}

type Result = 'continue' | 'stuck' | 'no_network' | { readonly afterMs: number }

/** Sends with the stored grant, and once more with a new one when the server rejects it. */
async function sendWithRenewal(deps: SendDeps, kept: KeptDecision): Promise<Result> {
  const known = await grantFor(deps, kept)
  if (!isGrant(known)) return withoutGrant(deps, kept, known)
  const first = await sendWith(deps, kept, known.grant)
  if (first !== 'auth') return first
  const waiting = { state: 'waiting_auth', refusedGrant: known.grant } as const
  await put(deps, kept, waiting)
  // If a page of this person is open, retry now with a new grant.
  const renewed = await deps.renew(kept.ownerId, kept.evenementId)
  if (!isGrant(renewed)) return withoutGrant(deps, { ...kept, ...waiting }, renewed)
  const second = await sendWith(deps, kept, renewed.grant)
  if (second !== 'auth') return second
  // A new grant covers every media of the event that still exists, so this media was deleted.
  const refusal = { status: 404, code: 'media.introuvable', message: mediaErrors['media.introuvable'].message }
  return refuse(deps, kept, refusal)
}

async function sendWith(deps: SendDeps, kept: KeptDecision, grant: string): Promise<Result | 'auth'> {
  const { store, wire } = deps
  const decision = await store.markTried(kept.id)
  // The decision was undone after it was read.
  if (decision === null) return 'continue'
  // From now on no screen may offer to undo it, however long the answer takes.
  deps.onChange(null)
  const answer = await wire(decision, grant)
  switch (answer.kind) {
    case 'done':
      // Publish the server's answer before the decision is deleted: otherwise a screen shows the media as undecided.
      if (answer.media !== undefined)
        deps.onChange({ mediaId: decision.mediaId, media: answer.media, version: decision.version + 1 })
      await store.forget(decision.id)
      deps.onChange(null)
      return 'continue'
    case 'none':
      await put(deps, decision, { cause: 'network' })
      return 'no_network'
    case 'later':
      await put(deps, decision, { cause: 'server' })
      return answer.afterMs === null ? 'stuck' : { afterMs: answer.afterMs }
    case 'refused':
      return refuse(deps, decision, answer.refusal)
    default:
      return 'auth'
  }
}

async function refuse({ store, onChange }: SendDeps, decision: KeptDecision, refusal: Refusal): Promise<Result> {
  await store.refuse(decision, refusal)
  onChange(null)
  return 'continue'
}

/** The stored grant unless the server rejected it, otherwise a new one. */
async function grantFor({ store, renew }: SendDeps, kept: KeptDecision): Promise<NewGrant> {
  const known = await store.findGrant(kept.ownerId, kept.evenementId)
  return known && known.grant !== kept.refusedGrant ? known : renew(kept.ownerId, kept.evenementId)
}

async function withoutGrant(deps: SendDeps, kept: KeptDecision, reason: NoGrant): Promise<Result> {
  if (reason.none === 'network') {
    await put(deps, kept, { state: 'kept', cause: 'network' })
    return 'no_network'
  }
  if (reason.none === 'no_session') {
    if (kept.state !== 'waiting_auth') await put(deps, kept, { state: 'waiting_auth' })
    return 'stuck'
  }
  // A login would not help: the event was deleted, or the person is no longer its organiser.
  const { status, code, message } = reason
  return refuse(deps, kept, { status, code, message })
}

async function put(
  { store, onChange }: SendDeps,
  decision: KeptDecision,
  change: Parameters<DecisionStore['change']>[1],
): Promise<void> {
  await store.change(decision.id, change)
  onChange(null)
}

async function end({ store, now }: SendDeps, why: SendEnd['why'], afterMs: number | null = null): Promise<SendEnd> {
  const alone = (await store.all()).filter(({ state }) => state === 'kept')
  const holds = alone.map((kept) => holdLeft(kept, now())).filter((left) => left > 0)
  return { why, remaining: alone.length, nextInMs: afterMs ?? (holds.length > 0 ? Math.min(...holds) : null) }
}
