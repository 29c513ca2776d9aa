import type { Grant, GrantSource, NoGrant } from '#upload-queue/engine/ports.ts'
import type { Queue } from '#upload-queue/openQueue.ts'
import { isHalfSpent } from '#upload-queue/store/grantStore.ts'
import { ApiError } from '#src/api/apiError.ts'
import type { GrantAnswer, QueueSession } from './queueSession.ts'

/** Grants as a page sees them: those on the device, and new ones by the session of its person. */
export class PageGrants implements GrantSource {
  session: QueueSession | null = null
  readonly #queue: Pick<Queue, 'grants' | 'clock'>
  /** For a phone whose storage is closed: this page can still send. */
  readonly #inMemory = new Map<string, Grant>()

  constructor(queue: Pick<Queue, 'grants' | 'clock'>) {
    this.#queue = queue
  }

  async find(ownerId: number, evenementId: number): Promise<Grant | null> {
    const stored = await this.#queue.grants.find(ownerId, evenementId).catch(() => null)
    return stored ?? this.#inMemory.get(`${ownerId} ${evenementId}`) ?? null
  }

  canAsk(ownerId: number): boolean {
    return this.session?.utilisateurId === ownerId
  }

  async renew(ownerId: number, evenementId: number): Promise<Grant | NoGrant> {
    const { session } = this
    if (session?.utilisateurId !== ownerId) return { none: 'nobody' }
    try {
      const answer = await session.fetchGrant(evenementId)
      // Between the two the person may have signed out: then nothing is written for them.
      if (this.session?.utilisateurId !== ownerId) return { none: 'nobody' }
      return await this.#keep({ ownerId, evenementId }, answer)
    } catch (error) {
      return whyNot(error)
    }
  }

  /** Fetches what is missing, refused or below half its life. */
  async refresh(evenementIds: Iterable<number>, refused: ReadonlySet<string>): Promise<void> {
    const { session } = this
    if (!session) return
    for (const evenementId of new Set(evenementIds)) {
      const known = await this.#queue.grants.find(session.utilisateurId, evenementId).catch(() => null)
      const isGood = known && !refused.has(known.grantId) && !isHalfSpent(known, this.#queue.clock.now())
      if (!isGood) await this.renew(session.utilisateurId, evenementId)
    }
  }

  forget(): void {
    this.session = null
    this.#inMemory.clear()
  }

  async #keep(place: { ownerId: number; evenementId: number }, answer: GrantAnswer): Promise<Grant> {
    const grant = { grant: answer.grant, obtainedAt: this.#queue.clock.now(), expiresAt: Date.parse(answer.expire) }
    try {
      return await this.#queue.grants.save(place, grant)
    } catch {
      const kept = { grant: answer.grant, grantId: crypto.randomUUID() }
      this.#inMemory.set(`${place.ownerId} ${place.evenementId}`, kept)
      return kept
    }
  }
}

/** A 401 is left to the session, which ends or is renewed; what may pass by itself is no refusal. */
function whyNot(error: unknown): NoGrant {
  if (!(error instanceof ApiError) || error.status >= 500 || [408, 425, 429].includes(error.status)) {
    return { none: 'network' }
  }
  const { status, code, message } = error
  return status === 401 ? { none: 'nobody' } : { none: 'refused', status, code, message }
}
