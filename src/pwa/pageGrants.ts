import type { Grant, GrantSource } from '#upload-queue/engine/ports.ts'
import type { Queue } from '#upload-queue/openQueue.ts'
import { isHalfSpent } from '#upload-queue/store/grantStore.ts'
import type { QueueSession } from './uploadQueue.ts'

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

  /** A new grant; null when this page is not this person's, or the server cannot be asked now. */
  async renew(ownerId: number, evenementId: number): Promise<Grant | null> {
    const { session } = this
    if (session?.utilisateurId !== ownerId) return null
    const answer = await session.fetchGrant(evenementId).catch(() => null)
    // Between the two the person may have signed out: then nothing is written for them.
    if (!answer || this.session?.utilisateurId !== ownerId) return null
    const obtainedAt = this.#queue.clock.now()
    const grant = { grant: answer.grant, obtainedAt, expiresAt: Date.parse(answer.expire) }
    try {
      return await this.#queue.grants.save({ ownerId, evenementId }, grant)
    } catch {
      const kept = { grant: answer.grant, grantId: crypto.randomUUID() }
      this.#inMemory.set(`${ownerId} ${evenementId}`, kept)
      return kept
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
}
