import { type Course, type Exchange, letGo, type Turn } from './course.ts'
import { type DrainRun, write, writeDone } from './drainRun.ts'
import { learnFromPart } from './pace.ts'
import type { HttpAnswer } from './ports.ts'
import { react } from './react.ts'
import { reactionTo } from './retryPolicy.ts'
import { sameBytes } from './sameBytes.ts'

const emptyAnswersInARow = 3

/** Reads the answer of one request: a good one is taken in, anything else goes to the table. */
export async function conclude(run: DrainRun, course: Course, exchange: Exchange): Promise<Turn> {
  const { answer, step } = exchange
  if (answer.kind === 'none') {
    if (answer.reason === 'interrupted') return letGo(run, course.item)
  }
  if (isCutShort(exchange) && course.stalls === 0) return react(run, course, { ...exchange, reaction: { do: 'ask' } })
  if (answer.kind === 'none') return react(run, course, { ...exchange, reaction: { do: 'wait_net' } })
  const reaction = reactionTo(step, answer, { attempts: course.item.attempts, random: run.ports.random() })
  if (reaction.do !== 'proceed') return react(run, course, { ...exchange, reaction })
  return proceed(run, course, { ...exchange, answer })
}

/** We hung up on a piece that took too long, or the other side did (408): what arrived of it counts. */
function isCutShort({ sent, answer }: Exchange): boolean {
  if (sent === 0) return false
  return answer.kind === 'none' ? answer.reason === 'stall' : answer.status === 408
}

type GoodExchange = Exchange & { readonly answer: HttpAnswer }

/** A good answer: a receipt, a new offset, or (worth three tries) nothing at all. */
async function proceed(run: DrainRun, course: Course, exchange: GoodExchange): Promise<Turn> {
  const { mediaId, duplicate } = exchange.answer
  if (mediaId === null) return advance(run, course, exchange)
  // Nothing is done before the server's own hash of the whole file came back equal (I3, I8).
  if (!duplicate && !sameBytes(course.item, exchange.answer.sha256)) {
    return react(run, course, { ...exchange, reaction: { do: 'fail' } })
  }
  await writeDone(run, course.item, { mediaId, duplicate })
  return 'delivered'
}

async function advance(run: DrainRun, course: Course, exchange: GoodExchange): Promise<Turn> {
  const { answer, step } = exchange
  const { item } = course
  const offset = answer.offset ?? (step === 'create' && answer.status === 201 ? 0 : null)
  const uploadUrl = answer.location ?? item.uploadUrl
  if (uploadUrl === null || offset === null || offset > item.size) return countEmpty(run, course, exchange)
  if (step === 'patch' && offset <= item.confirmedOffset) return countEmpty(run, course, exchange)
  learnFromCut(run, course, offset)
  const isFurther = offset > course.best
  course.item = await write(run, item, {
    uploadUrl,
    confirmedOffset: offset,
    state: offset === item.size ? 'finalizing' : 'sending',
    ...(isFurther && { attempts: 0, netFailures: 0, noProgress: 0, cause: null }),
  })
  course.doubt = false
  if (!isFurther) return 'continue'
  course.best = offset
  course.idle = 0
  course.stalls = 0
  return 'continue'
}

/** The line is as fast as what it brought before we hung up. */
function learnFromCut(run: DrainRun, course: Course, offset: number): void {
  const { cut } = course
  course.cut = null
  if (cut && offset > cut.from) learnFromPart(run.pace, offset - cut.from, cut.tookMs, cut.lanes)
}

async function countEmpty(run: DrainRun, course: Course, exchange: GoodExchange): Promise<Turn> {
  const times = course.item.noProgress + 1
  if (times >= emptyAnswersInARow) return react(run, course, { ...exchange, reaction: { do: 'fail' } })
  course.item = await write(run, course.item, { noProgress: times })
  course.doubt = course.item.uploadUrl !== null
  return 'continue'
}
