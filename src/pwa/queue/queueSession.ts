import type { OwnerId } from '#upload-queue/engine/owner.ts'

/** The grant for one event, as answered by POST .../upload-grants. */
export interface GrantAnswer {
  readonly grant: string
  /** ISO 8601. */
  readonly expire: string
}

/** What the queue needs from the person whose photos it takes. */
export interface QueueSession {
  readonly ownerId: OwnerId
  /** Requests a grant with the session; rejects when there is none. */
  fetchGrant(evenementId: number): Promise<GrantAnswer>
  /** Whether a request can succeed: there is a session, in memory or in a cookie. */
  isAlive(): boolean
  /** The guests who became a part of this account, by id, as the server answers; absent for a guest. */
  fetchFusions?(): Promise<readonly number[]>
}

/** The session of a person whom the server knows. */
export type PersonSession = QueueSession & { readonly ownerId: number }
