import { type AttemptState, type Exchange, startState } from './attemptState.ts'
import { isDailyLimit } from './answerClass.ts'
import { chunkBytes, stallLimitMs, throughputAfter } from './throughput.ts'
import { type DrainContext, type ItemEnd, renewGrant, shortRequestMs, write } from './drainContext.ts'
import { isSurplus } from './lanes.ts'
import { trialAfter, type MeasuredChunk } from './laneTrial.ts'
import { type Grant, isGrant, type NoGrant, type RequestOptions } from './ports.ts'
import { BytesMissing, ItemMoved } from './queueErrors.ts'
import type { ItemChange, QueueItem } from './queueItem.ts'
import type { Conditions, Outcome } from './outcome.ts'
import { reactionTo, reactionToError, reactionToGoneUpload, reactionToNoGrant } from './reaction.ts'

/**
 * One attempt to send an item: create or resume its upload, send its chunks, conclude. What follows each answer is
 * decided by the pure functions of reaction.ts; this class carries it out.
 */
export class SendAttempt {
  readonly #context: DrainContext
  #state: AttemptState

  constructor(context: DrainContext, item: QueueItem) {
    this.#context = context
    this.#state = startState(item)
  }

  /**
   * Sends until the item is delivered or waits with a cause.
   * @throws Fenced when another drainer took over, StorageBroken when nothing can be written now
   */
  async send(): Promise<ItemEnd> {
    try {
      await this.#store({ state: 'sending', nextAttemptAt: null, waitMs: 0 })
      let end: ItemEnd | null = null
      while (end === null) end = await this.#sendNext()
      return end
    } catch (error) {
      if (error instanceof ItemMoved) return 'parked'
      const reaction = reactionToError(error, this.#conditions())
      if (reaction === null) throw error
      return (await this.#apply(reaction)) ?? 'parked'
    }
  }

  /** One request and its consequences. @returns null when another request follows */
  async #sendNext(): Promise<ItemEnd | null> {
    const context = this.#context
    const signal = context.ports.interruption(this.#state.item.id)
    if (context.shouldStop() || signal.aborted || isSurplus(context, this.#state.item)) return this.#release()

    const { refusedGrantId } = this.#state.item
    const grant = await this.#grantOtherThan(refusedGrantId)
    if (!isGrant(grant))
      return this.#apply(reactionToNoGrant(this.#state, { why: grant, refusedGrantId }, this.#conditions()))

    const exchange = await this.#measured(() => this.#request({ grant: grant.grant, signal }))
    this.#state = { ...this.#state, idleRequests: this.#state.idleRequests + 1 }
    if (isDailyLimit(exchange.answer)) context.atDailyLimit.add(this.#state.item.ownerId)

    const reaction = reactionTo(this.#state, exchange, this.#conditions())
    if (reaction.result === 'renew_grant') return this.#renewGrant(grant.grantId)
    if (reaction.result === 'reconcile') return this.#reconcile(exchange, grant.grantId)
    return this.#apply(reaction)
  }

  /** Creates the upload, reads its offset, or sends its next chunk. `ports.wire` is wire/tusWire.ts. */
  async #request(
    how: Pick<RequestOptions, 'grant' | 'signal'>,
  ): Promise<Pick<Exchange, 'request' | 'sent' | 'answer'>> {
    const { throughput, ports, inFlight, atDailyLimit } = this.#context
    const { item, next } = this.#state
    const lanes = inFlight.size
    if (next === 'create' || item.uploadUrl === null) {
      const isWhole = !item.announced && item.size <= chunkBytes(throughput, lanes) && !atDailyLimit.has(item.ownerId)
      const body = isWhole ? await this.#bytes(0, item.size) : null
      // Written before the request: after a crash the server is asked for its state, and no byte is sent twice.
      if (!item.announced) await this.#store({ announced: true })
      const sent = body?.length ?? 0
      const limitMs = stallLimitMs(throughput, sent * lanes)
      return { request: 'create', sent, answer: await ports.wire.create(this.#state.item, body, { ...how, limitMs }) }
    }
    if (next === 'head') {
      const answer = await ports.wire.head(item.uploadUrl, { ...how, limitMs: shortRequestMs })
      return { request: 'head', sent: 0, answer }
    }
    const offset = item.confirmedOffset
    const body = await this.#bytes(offset, Math.min(item.size, offset + chunkBytes(throughput, lanes)))
    const limitMs = stallLimitMs(throughput, body.length * lanes)
    const answer = await ports.wire.patch(item.uploadUrl, { offset, body }, { ...how, limitMs })
    return { request: 'patch', sent: body.length, answer }
  }

  /** Measures the time of a request, and updates the throughput after a success. */
  async #measured(request: () => Promise<Pick<Exchange, 'request' | 'sent' | 'answer'>>): Promise<Exchange> {
    const { ports, throughput, inFlight } = this.#context
    const startedAt = ports.clock.now()
    const before = inFlight.size
    const exchange = await request()
    const tookMs = ports.clock.now() - startedAt
    // Parallel files share the bandwidth.
    const lanes = (before + inFlight.size) / 2
    const { sent, answer } = exchange
    if (sent > 0 && answer.kind === 'http' && answer.status < 300) {
      Object.assign(throughput, throughputAfter(throughput, sent, tookMs, lanes))
      if (before === inFlight.size) this.#learn({ lanes, bytes: sent, ms: tookMs })
    }
    return { ...exchange, tookMs, lanes }
  }

  #learn(chunk: MeasuredChunk): void {
    const context = this.#context
    const { allowed } = context.trial
    context.trial = trialAfter(context.trial, chunk)
    if (context.trial.allowed > allowed) context.onLaneAllowed()
  }

  /** Continues with another grant than the refused one. Without one the item waits, at the same offset. */
  async #renewGrant(refusedGrantId: string): Promise<ItemEnd | null> {
    const grant = await this.#grantOtherThan(refusedGrantId)
    if (isGrant(grant)) return null
    return this.#apply(reactionToNoGrant(this.#state, { why: grant, refusedGrantId }, this.#conditions()))
  }

  /** Reads the state of a lost upload from the server, then restarts it. */
  async #reconcile({ answer }: Exchange, grantId: string): Promise<ItemEnd | null> {
    const { grants, wire, interruption } = this.#context.ports
    const { item } = this.#state
    const grant = await grants.find(item.ownerId, item.evenementId)
    if (!grant) return this.#renewGrant(grantId)
    const options = { grant: grant.grant, limitMs: shortRequestMs, signal: interruption(item.id) }
    const { known } = await wire.reconcile(item.evenementId, [item.id], options)
    return this.#apply(reactionToGoneUpload(this.#state, { answer, known: known[0] }, this.#conditions()))
  }

  async #apply({ throughput, pause, change, attempt, isWithoutGrant, result }: Outcome): Promise<ItemEnd | null> {
    const context = this.#context
    if (throughput) Object.assign(context.throughput, throughput)
    if (pause) await context.ports.store.writePause(pause)
    if (isWithoutGrant) context.withoutGrant.add(this.#state.item.id)
    if (change) await this.#store(change)
    this.#state = { ...this.#state, ...attempt }
    if (result === 'release') return this.#release()
    return result === 'continue' ? null : result
  }

  /** Stops between two chunks. Keeps a pause or cancellation of the user. */
  async #release(): Promise<ItemEnd> {
    const { item } = this.#state
    const now = await this.#context.ports.store.item(item.id)
    if (now?.state !== item.state) return 'parked'
    await this.#store({ state: 'queued' })
    return this.#context.shouldStop() ? 'stopped' : 'parked'
  }

  /** The stored grant of the item's person and event unless the server refused it; otherwise a new one, once. */
  async #grantOtherThan(refusedGrantId: string | null): Promise<Grant | NoGrant> {
    const { item, hasRenewedGrant } = this.#state
    const known = await this.#context.ports.grants.find(item.ownerId, item.evenementId)
    if (known && known.grantId !== refusedGrantId) return known
    if (hasRenewedGrant) return { none: 'no_session' }
    this.#state = { ...this.#state, hasRenewedGrant: true }
    const renewed = await renewGrant(this.#context, item)
    return isGrant(renewed) && renewed.grantId === refusedGrantId ? { none: 'no_session' } : renewed
  }

  /** Bytes of the item from its rows. @throws BytesMissing when rows are missing */
  async #bytes(from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = await this.#context.ports.store.readBytes(this.#state.item, from, to)
    if (bytes.length !== to - from) throw new BytesMissing('rows are missing')
    return bytes
  }

  async #store(change: ItemChange): Promise<void> {
    this.#state = { ...this.#state, item: await write(this.#context, this.#state.item, change) }
  }

  #conditions(): Conditions {
    const { clock, random } = this.#context.ports
    return { now: clock.now(), random: random(), throughput: this.#context.throughput }
  }
}
