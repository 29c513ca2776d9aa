import type { evenementErrors } from '#domain/evenement/evenement.errors.ts'
import type { DecisionStore } from '#upload-queue/decisions/decisionStore.ts'
import type { NewGrant } from '#upload-queue/decisions/sendDecisions.ts'
import { isHalfSpent } from '#upload-queue/store/grantStore.ts'
import { currentSession } from '#src/api/session.ts'
import { noGrantReason } from '#src/pwa/queue/noGrantReason.ts'

/** What the decision queue needs from the signed-in organiser. */
export interface DecisionSession {
  readonly utilisateurId: number
  /** Requests a moderation grant with the organiser's session. */
  fetchGrant(evenementId: number): Promise<{ readonly grant: string; readonly expire: string }>
}

/** The event was deleted, or the person is no longer its organiser. */
const eventGone: keyof typeof evenementErrors = 'evenement.introuvable'

/** The organiser's session of this page, and the grants that it requests. */
export class DecisionGrants {
  session: DecisionSession | null = null
  readonly #store: Pick<DecisionStore, 'findGrant' | 'saveGrant'>

  constructor(store: Pick<DecisionStore, 'findGrant' | 'saveGrant'>) {
    this.#store = store
  }

  /** The organiser's session; null while another person is signed in, before the queue has ended it. */
  get ownSession(): DecisionSession | null {
    const utilisateurId = currentSession()?.utilisateur.id
    return utilisateurId === undefined || utilisateurId === this.session?.utilisateurId ? this.session : null
  }

  /** Stores a grant with which decisions about this event can be sent without a session. */
  async prepare(evenementId: number): Promise<void> {
    const person = this.ownSession?.utilisateurId
    if (person === undefined) return
    const known = await this.#store.findGrant(person, evenementId)
    if (!known || isHalfSpent(known, Date.now())) await this.renew(person, evenementId)
  }

  /** Requests a new grant with this page's session: `no_session` for another person, or without a valid session. */
  async renew(ownerId: number, evenementId: number): Promise<NewGrant> {
    const sessionAtStart = this.ownSession
    if (sessionAtStart?.utilisateurId !== ownerId) return { none: 'no_session' }
    try {
      const { grant, expire } = await sessionAtStart.fetchGrant(evenementId)
      // The person may have signed out during the request: then store nothing.
      if (this.ownSession !== sessionAtStart) return { none: 'no_session' }
      const obtained = { grant, obtainedAt: Date.now(), expiresAt: Date.parse(expire) }
      await this.#store.saveGrant({ ownerId, evenementId }, obtained)
      return obtained
    } catch (error) {
      const reason = noGrantReason(error)
      if (reason.none !== 'refused') return reason
      // Another person may have signed in during the request: then it was made as that person. Any other refusal waits
      // for a login.
      return this.ownSession === sessionAtStart && reason.code === eventGone ? reason : { none: 'no_session' }
    }
  }
}
