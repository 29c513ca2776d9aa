import { type SendAttempt, type Exchange, letGo, type Turn } from './sendAttempt.ts'
import { type DrainContext, write, writeDone } from './drainContext.ts'
import { learnFromPart } from './pace.ts'
import type { HttpAnswer } from './ports.ts'
import { react } from './react.ts'
import { reactionTo } from './retryPolicy.ts'
import { sameBytes } from './sameBytes.ts'

const emptyAnswersInARow = 3

/** Handles the answer to one request: a success is stored, anything else goes through the retry policy. */
export async function conclude(run: DrainContext, attempt: SendAttempt, exchange: Exchange): Promise<Turn> {
  const { answer, step } = exchange
  if (answer.kind === 'none') {
    if (answer.reason === 'interrupted') return letGo(run, attempt.item)
  }
  if (isCutShort(exchange) && attempt.stalls === 0) return react(run, attempt, { ...exchange, reaction: { do: 'ask' } })
  if (answer.kind === 'none') return react(run, attempt, { ...exchange, reaction: { do: 'wait_net' } })
  const reaction = reactionTo(step, answer, { attempts: attempt.item.attempts, random: run.ports.random() })
  if (reaction.do !== 'proceed') return react(run, attempt, { ...exchange, reaction })
  return proceed(run, attempt, { ...exchange, answer })
}

/** We aborted a slow piece, or the server did (408). The part that arrived counts. */
function isCutShort({ sent, answer }: Exchange): boolean {
  if (sent === 0) return false
  return answer.kind === 'none' ? answer.reason === 'stall' : answer.status === 408
}

type GoodExchange = Exchange & { readonly answer: HttpAnswer }

/** A success: a receipt, a new offset, or no progress (tolerated twice, the third time fails). */
async function proceed(run: DrainContext, attempt: SendAttempt, exchange: GoodExchange): Promise<Turn> {
  const { mediaId, duplicate } = exchange.answer
  if (mediaId === null) return advance(run, attempt, exchange)
  // An item is `done` only when the server's hash of the whole file equals ours (I3, I8).
  if (!duplicate && !sameBytes(attempt.item, exchange.answer.sha256)) {
    return react(run, attempt, { ...exchange, reaction: { do: 'fail' } })
  }
  await writeDone(run, attempt.item, { mediaId, duplicate })
  return 'delivered'
}

async function advance(run: DrainContext, attempt: SendAttempt, exchange: GoodExchange): Promise<Turn> {
  const { answer, step } = exchange
  const { item } = attempt
  const offset = answer.offset ?? (step === 'create' && answer.status === 201 ? 0 : null)
  const uploadUrl = answer.location ?? item.uploadUrl
  if (uploadUrl === null || offset === null || offset > item.size) return countEmpty(run, attempt, exchange)
  if (step === 'patch' && offset <= item.confirmedOffset) return countEmpty(run, attempt, exchange)
  learnFromCut(run, attempt, offset)
  const isFurther = offset > attempt.best
  attempt.item = await write(run, item, {
    uploadUrl,
    confirmedOffset: offset,
    state: offset === item.size ? 'finalizing' : 'sending',
    ...(isFurther && { attempts: 0, netFailures: 0, noProgress: 0, cause: null }),
  })
  attempt.doubt = false
  if (!isFurther) return 'continue'
  attempt.best = offset
  attempt.idle = 0
  attempt.stalls = 0
  return 'continue'
}

/** Sets the speed from the part that arrived before we aborted. */
function learnFromCut(run: DrainContext, attempt: SendAttempt, offset: number): void {
  const { cut } = attempt
  attempt.cut = null
  if (cut && offset > cut.from) learnFromPart(run.pace, offset - cut.from, cut.tookMs, cut.lanes)
}

async function countEmpty(run: DrainContext, attempt: SendAttempt, exchange: GoodExchange): Promise<Turn> {
  const times = attempt.item.noProgress + 1
  if (times >= emptyAnswersInARow) return react(run, attempt, { ...exchange, reaction: { do: 'fail' } })
  attempt.item = await write(run, attempt.item, { noProgress: times })
  attempt.doubt = attempt.item.uploadUrl !== null
  return 'continue'
}
