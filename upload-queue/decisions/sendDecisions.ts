import { sentenceOf } from '#domain/contract/errors.ts'
import type { Media } from '#domain/media/media.ts'
import { holdLeft, type KeptDecision } from './decision.ts'
import type { DecisionStore } from './decisionStore.ts'
import type { DecisionWire } from './decisionWire.ts'

/** The one mutex of all places that send decisions: pages and the worker. */
export const decisionLockName = 'decisions:send'

export interface SendParts {
  readonly store: DecisionStore
  readonly wire: DecisionWire
  readonly now: () => number
  /** Absent in browsers without Web Locks: there the server's versions alone keep a decision single. */
  readonly locks: LockManager | undefined
  /**
   * Asks for a new grant with the session of that person; null where there is none (always in the worker) or the server
   * would not. Rejects when it could not be asked.
   */
  readonly renew: (ownerId: number, evenementId: number) => Promise<string | null>
  /** Told of each change that screens show; `sent` when it is an arrival. */
  readonly onChange: (sent: { mediaId: number; media: Media | null } | null) => void
}

/** How a round ended. */
export interface SendEnd {
  readonly why: 'done' | 'no_network' | 'wait' | 'stopped'
  /** Decisions that go on alone: held, or kept from arriving. Those that wait for their person are not among them. */
  readonly remaining: number
  /** Milliseconds until the next one may be sent; null: nothing is known. */
  readonly nextInMs: number | null
}

interface SendWish {
  /** How long to wait for another place that is sending; 0: not at all. */
  readonly waitMs: number
  readonly shouldStop: () => boolean
}

/** Sends what is due, each in its order and once, or says that another place is at it. */
export async function sendDecisions(parts: SendParts, wish: SendWish): Promise<SendEnd | 'busy'> {
  const { locks } = parts
  if (!locks) return round(parts, wish)
  const options = wish.waitMs > 0 ? { signal: AbortSignal.timeout(wish.waitMs) } : { ifAvailable: true }
  try {
    return await locks.request(decisionLockName, options, (lock) => (lock === null ? 'busy' : round(parts, wish)))
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') return 'busy'
    throw error
  }
}

async function round(parts: SendParts, { shouldStop }: SendWish): Promise<SendEnd> {
  /** Media on which something stands before: a later decision on them must not overtake it. */
  const stuck = new Set<number>()
  for (const next of await parts.store.all()) {
    if (next.state === 'refused' || stuck.has(next.mediaId)) continue
    if (shouldStop()) return end(parts, 'stopped')
    const result = holdLeft(next, parts.now()) > 0 ? 'stuck' : await sendOne(parts, next)
    if (result === 'stuck') stuck.add(next.mediaId)
    else if (result === 'no_network') return end(parts, 'no_network')
    else if (typeof result === 'object') return end(parts, 'wait', result.afterMs)
  }
  return end(parts, 'done')
}

type Result = 'on' | 'stuck' | 'no_network' | { readonly afterMs: number }

async function sendOne(parts: SendParts, kept: KeptDecision): Promise<Result> {
  try {
    return await sendAsTheirs(parts, kept)
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    await put(parts, kept, { state: 'kept', cause: 'network' })
    return 'no_network'
  }
}

async function sendAsTheirs(parts: SendParts, kept: KeptDecision): Promise<Result> {
  const grant = await grantFor(parts, kept)
  if (grant === null) {
    if (kept.state !== 'waiting_auth') await put(parts, kept, { state: 'waiting_auth' })
    return 'stuck'
  }
  const first = await sendWith(parts, kept, grant)
  if (first !== 'auth') return first
  await put(parts, kept, { state: 'waiting_auth', refusedGrant: grant })
  // Its person may be here: then it goes at once with a new one.
  const renewed = await newGrant(parts, kept)
  if (renewed === null) return 'stuck'
  const second = await sendWith(parts, kept, renewed)
  if (second !== 'auth') return second
  // A grant of this very moment opens every media of its event that is still there.
  const refusal = { status: 404, code: 'media.introuvable', message: sentenceOf('media.introuvable') }
  await put(parts, kept, { state: 'refused', refusal })
  return 'on'
}

async function sendWith(parts: SendParts, kept: KeptDecision, grant: string): Promise<Result | 'auth'> {
  const { store, wire } = parts
  const decision = await store.markTried(kept.id)
  // Taken back between the reading and here.
  if (decision === null) return 'on'
  const answer = await wire(decision, grant)
  switch (answer.kind) {
    case 'done':
      // What the server answered is known before the decision goes: in between a screen would find the media undecided.
      parts.onChange({ mediaId: decision.mediaId, media: answer.media })
      await store.forget(decision.id)
      parts.onChange(null)
      return 'on'
    case 'none':
      await put(parts, decision, { cause: 'network' })
      return 'no_network'
    case 'later':
      await put(parts, decision, { cause: 'server' })
      return answer.afterMs === null ? 'stuck' : { afterMs: answer.afterMs }
    case 'refused':
      await put(parts, decision, { state: 'refused', refusal: answer.refusal })
      return 'on'
    default:
      return 'auth'
  }
}

/** The grant on the device unless it was refused, else a new one. */
async function grantFor(parts: SendParts, kept: KeptDecision): Promise<string | null> {
  const known = await parts.store.findGrant(kept.ownerId, kept.evenementId)
  return known && known.grant !== kept.refusedGrant ? known.grant : newGrant(parts, kept)
}

/** @throws NoAnswer when the server could not be asked */
async function newGrant({ renew }: SendParts, { ownerId, evenementId }: KeptDecision): Promise<string | null> {
  try {
    return await renew(ownerId, evenementId)
  } catch (error) {
    throw new NoAnswer('no grant', { cause: error })
  }
}

class NoAnswer extends Error {}

async function put(
  { store, onChange }: SendParts,
  decision: KeptDecision,
  change: Parameters<DecisionStore['change']>[1],
): Promise<void> {
  await store.change(decision.id, change)
  onChange(null)
}

async function end({ store, now }: SendParts, why: SendEnd['why'], afterMs: number | null = null): Promise<SendEnd> {
  const alone = (await store.all()).filter(({ state }) => state === 'kept')
  const holds = alone.map((kept) => holdLeft(kept, now())).filter((left) => left > 0)
  return { why, remaining: alone.length, nextInMs: afterMs ?? (holds.length > 0 ? Math.min(...holds) : null) }
}
