import type { OwnerId } from '#upload-queue/engine/owner.ts'
import type { Grant } from '#upload-queue/engine/ports.ts'
import type { QueueConnection, StoredGrant } from './queueDatabase.ts'

/** A grant without its person and event. */
export type SavedGrant = Grant & Pick<StoredGrant, 'obtainedAt' | 'expiresAt'>

/** Grants by person and event. A grant can only create, continue, read and cancel the uploads of that person. */
export class GrantStore {
  readonly #connection: QueueConnection

  constructor(connection: QueueConnection) {
    this.#connection = connection
  }

  find(ownerId: OwnerId, evenementId: number): Promise<StoredGrant | null> {
    return this.#connection.run(async (database) => (await database.get('grants', [ownerId, evenementId])) ?? null)
  }

  async save(key: { ownerId: OwnerId; evenementId: number }, grant: Omit<SavedGrant, 'grantId'>): Promise<SavedGrant> {
    const stored: StoredGrant = { ...key, ...grant, grantId: crypto.randomUUID() }
    await this.#connection.run((database) => database.put('grants', stored, [key.ownerId, key.evenementId]))
    return stored
  }
}

/** Whether less than half of the grant's lifetime is left, or the clock is before its issue. */
export function isHalfSpent(grant: Pick<StoredGrant, 'obtainedAt' | 'expiresAt'>, now: number): boolean {
  const half = (grant.expiresAt - grant.obtainedAt) / 2
  return now < grant.obtainedAt || grant.expiresAt - now < half
}
