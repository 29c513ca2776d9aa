import { localOwner, type OwnerId } from '#upload-queue/engine/owner.ts'
import type { GuestEntry } from '#upload-queue/store/queueDatabase.ts'
import { NetworkError } from '#src/api/apiError.ts'
import type { Copies } from './copies.ts'
import type { Fusions } from './fusions.ts'
import type { GuestEntries } from './guestEntries.ts'
import type { PageDrain } from './pageDrain.ts'
import type { PageGrants } from './pageGrants.ts'
import type { PersonQueue } from './personQueue.ts'
import type { Previews } from '#src/pwa/preview/previews.ts'
import type { GrantAnswer, PersonSession, QueueSession } from './queueSession.ts'
import type { QueueViewSync } from './queueViewSync.ts'
import { clearQueueView } from './queueViewStore.ts'

interface Deps {
  readonly person: PersonQueue
  readonly viewSync: QueueViewSync
  readonly grants: Pick<PageGrants, 'keep'>
  readonly guests: GuestEntries
  readonly fusions: Fusions
  readonly copies: Pick<Copies, 'whenIdle'>
  readonly previews: Pick<Previews, 'clear'>
  readonly pageDrain: Pick<PageDrain, 'wake'>
  /** Starts the queue of this page; idempotent. */
  readonly start: () => Promise<void>
}

/** An entry whose guest the server knows, with the guest's grant for the event. */
export interface GivenEntry {
  readonly key: string
  readonly guestId: number
  readonly evenementId: number
  readonly grant: GrantAnswer
}

/** Opens and ends the session of the person whose photos this page adds and shows. */
export class SessionLifecycle {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Starts or continues the queue of this person. Call at login and at every start of the page with a session. */
  async open(session: QueueSession): Promise<void> {
    const { person, viewSync, fusions, start } = this.#deps
    person.open(session)
    viewSync.person = session
    await start()
    await viewSync.refresh()
    const pending = await person.pending()
    void fusions.adopt(session, (evenementIds) => this.#showAdopted(evenementIds)).catch(() => {})
    // Not awaited: the network may be slow, and the list is already shown.
    void this.refreshGrants(pending.map((item) => item.evenementId))
  }

  /** Opens the queue for the photos chosen before the server knows the guest. Store the entry first. */
  async openEntry({ key }: GuestEntry): Promise<void> {
    await this.open({
      ownerId: localOwner(key),
      fetchGrant: () => Promise.reject(new NetworkError()),
      isAlive: () => true,
    })
  }

  /** Gives the photos of an entry to the person of this session, who then owns the queue of this page. Idempotent. */
  async bindEntry({ key, session }: { key: string; session: PersonSession }): Promise<void> {
    const { person, guests, copies, pageDrain } = this.#deps
    // Files picked from now on belong to the person.
    person.open(session)
    await guests.bind(key, session.ownerId)
    // Files picked just before may get their rows after that.
    void copies.whenIdle().then(() => guests.bind(key, session.ownerId))
    // The guest may have signed out since, or another person signed in: the queue of this page is theirs.
    if (person.session === session) await this.open(session)
    pageDrain.wake()
  }

  /**
   * Gives the photos of an entry to its guest while the page stays with its person, and sends them with the guest's own
   * grant. Idempotent.
   */
  async giveEntry({ key, guestId, evenementId, grant }: GivenEntry): Promise<void> {
    const { grants, guests, copies, pageDrain } = this.#deps
    await grants.keep({ ownerId: guestId, evenementId }, grant)
    await guests.bind(key, guestId)
    // Files picked just before may get their rows after that.
    void copies.whenIdle().then(() => guests.bind(key, guestId))
    pageDrain.wake()
  }

  /** Deletes an entry that the guest gives up, with its photos. */
  async dropEntry(key: string): Promise<void> {
    const { person, guests, viewSync, previews } = this.#deps
    previews.clear()
    await guests.drop(key)
    if (person.session?.ownerId !== localOwner(key)) return
    person.open(null)
    viewSync.person = null
    await viewSync.refresh()
  }

  /** Fetches missing grants and renews those past half their life, for these events (VALIDE registrations). */
  async refreshGrants(evenementIds: readonly number[]): Promise<void> {
    await this.#deps.person.refreshGrants(evenementIds)
    this.#deps.pageDrain.wake()
  }

  /**
   * Ends the session of a person without a logout: their photos stay, and are sent with the grants on this device.
   * @param ownerId null: the session of any person
   */
  async suspend(ownerId: OwnerId | null): Promise<void> {
    const { person } = this.#deps
    if (ownerId !== null && person.session?.ownerId !== ownerId) return
    person.open(null)
    await this.#showNoOne()
  }

  /**
   * Ends the session of a person at logout, also on a page that has not opened it.
   * @param choice keep: the photos wait on this device for the same person; otherwise they are erased now
   */
  async close(choice: { ownerId: OwnerId; keep: boolean }): Promise<void> {
    const { person, guests, previews } = this.#deps
    const isOpen = person.session?.ownerId === choice.ownerId
    if (isOpen) previews.clear()
    await person.close(choice)
    if (typeof choice.ownerId === 'number') await guests.forgetOf(choice.ownerId, choice)
    // The server may take seconds to delete its parts: another person may have signed in since.
    if (isOpen && person.session === null) await this.#showNoOne()
  }

  async #showNoOne(): Promise<void> {
    const { viewSync, previews } = this.#deps
    previews.clear()
    viewSync.person = null
    clearQueueView()
    await viewSync.refresh()
  }

  async #showAdopted(evenementIds: readonly number[]): Promise<void> {
    await this.#deps.viewSync.refresh()
    await this.refreshGrants(evenementIds)
  }
}
