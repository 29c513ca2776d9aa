/** The credential of one event, as POST .../upload-grants answers it. */
export interface GrantAnswer {
  readonly grant: string
  /** ISO 8601. */
  readonly expire: string
}

/** What the queue needs of the signed-in person. */
export interface QueueSession {
  readonly utilisateurId: number
  /** Asks the server, with the session, for a grant; rejects when there is none to have. */
  fetchGrant(evenementId: number): Promise<GrantAnswer>
  /** Whether it would be worth asking: the session lives, here or in a cookie. */
  isAlive(): boolean
}
