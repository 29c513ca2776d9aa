import type { OwnerId } from '#upload-queue/engine/owner.ts'
import type { Grant, GrantSource, NoGrant } from '#upload-queue/engine/ports.ts'
import type { Queue } from '#upload-queue/openQueue.ts'
import { isHalfSpent, type SavedGrant } from '#upload-queue/store/grantStore.ts'
import { noGrantReason } from './noGrantReason.ts'
import type { GrantAnswer, QueueSession } from './queueSession.ts'

/** Grants available to a page: those stored on the device, and new ones requested with its session. */
export class PageGrants implements GrantSource {
  session: QueueSession | null = null
  readonly #queue: Pick<Queue, 'grants' | 'clock'>
  /** Grants kept in memory when storage fails: this page can still send. */
  readonly #inMemory = new Map<string, SavedGrant>()

  constructor(queue: Pick<Queue, 'grants' | 'clock'>) {
    this.#queue = queue
  }

  async find(ownerId: OwnerId, evenementId: number): Promise<SavedGrant | null> {
    // One in memory is newer than the stored one, which it could not replace.
    const inMemory = this.#inMemory.get(`${ownerId} ${evenementId}`)
    return inMemory ?? (await this.#queue.grants.find(ownerId, evenementId).catch(() => null))
  }

  canRenew(ownerId: OwnerId): boolean {
    return this.session?.ownerId === ownerId
  }

  async renew(ownerId: OwnerId, evenementId: number): Promise<Grant | NoGrant> {
    const { session } = this
    if (session?.ownerId !== ownerId) return { none: 'no_session' }
    try {
      const answer = await session.fetchGrant(evenementId)
      // The person signed out during the request. After a new login this grant may be revoked, and the new session's
      // may be stored already: ask with the new session.
      if (this.session !== session) return await this.renew(ownerId, evenementId)
      return await this.keep({ ownerId, evenementId }, answer)
    } catch (error) {
      return noGrantReason(error)
    }
  }

  /** Fetches grants that are missing, refused or past half their life. */
  async refresh(evenementIds: Iterable<number>, refused: ReadonlySet<string>): Promise<void> {
    const { session } = this
    if (!session) return
    for (const evenementId of new Set(evenementIds)) {
      const known = await this.find(session.ownerId, evenementId)
      const isGood = known && !refused.has(known.grantId) && !isHalfSpent(known, this.#queue.clock.now())
      if (!isGood) await this.renew(session.ownerId, evenementId)
    }
  }

  /** Ends the session of a person who signs out, and drops their grants in memory. */
  forget(ownerId: OwnerId): void {
    if (this.session?.ownerId === ownerId) this.session = null
    for (const key of this.#inMemory.keys()) if (key.startsWith(`${ownerId} `)) this.#inMemory.delete(key)
  }

  /** Stores a grant; in memory when the storage fails. */
  async keep(owner: { ownerId: OwnerId; evenementId: number }, answer: GrantAnswer): Promise<Grant> {
    const grant = { grant: answer.grant, obtainedAt: this.#queue.clock.now(), expiresAt: Date.parse(answer.expire) }
    const key = `${owner.ownerId} ${owner.evenementId}`
    try {
      const saved = await this.#queue.grants.save(owner, grant)
      this.#inMemory.delete(key)
      return saved
    } catch {
      const kept = { ...grant, grantId: crypto.randomUUID() }
      this.#inMemory.set(key, kept)
      return kept
    }
  }
}
