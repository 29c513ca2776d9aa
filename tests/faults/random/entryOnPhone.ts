import { isLocalOwner, localOwner } from '#upload-queue/engine/owner.ts'
import type { GuestEntry } from '#upload-queue/store/queueDatabase.ts'
import { ApiError, NetworkError } from '#src/api/apiError.ts'
import type { PersonSession } from '#src/pwa/queue/queueSession.ts'
import type { Page } from './page.ts'

interface Parts {
  /** The page that runs now. */
  readonly page: () => Page
  /** Id of who is signed in. */
  readonly signedIn: () => number | null
  /** The request through the simulated network. @throws ApiError on an error answer */
  readonly send: (entry: GuestEntry) => Promise<{ id: number; token: string }>
  /** Signs the guest in; returns the session of the queue. */
  readonly signIn: (guest: { id: number; token: string }, entry: GuestEntry) => PersonSession
  readonly sessionOf: (id: number) => PersonSession
}

/** The entry of a guest on a phone: the steps of guestEntry.ts in their order, on the real stores. */
export class EntryOnPhone {
  /** Without an answer; its photos belong to its local owner. */
  open: GuestEntry | null = null
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** @param entryFor an entry with the key of an earlier one of the event, if any */
  async enter(evenementId: number, entryFor: (key?: string) => GuestEntry): Promise<void> {
    const page = this.#parts.page()
    const earlier = (await page.guests.all()).find(
      (one) => one.evenement.id === evenementId && one.utilisateurId === null,
    )
    const entry = entryFor(earlier?.key)
    await this.#begin(page, entry)
    if ((await this.#send(page, entry)) === 'refused' && !earlier) await this.giveUp()
  }

  /** Sends an open entry once more. */
  async retry(): Promise<void> {
    if (this.open) await this.#send(this.#parts.page(), this.open)
  }

  /** At the start of a page. */
  async resume(): Promise<void> {
    const page = this.#parts.page()
    this.open = null
    for (const entry of await page.guests.all()) {
      const signedIn = this.#parts.signedIn()
      if (entry.utilisateurId !== null && entry.utilisateurId === signedIn) {
        await this.#bind(page, entry.key, this.#parts.sessionOf(signedIn))
        // As a renewal with the cookie does, which this guest still has.
        await page.guests.forget(entry.key)
      } else if (signedIn === null && this.open === null) {
        await this.#begin(page, entry)
        await this.#send(page, entry)
      }
    }
  }

  /** The files that were being picked when the answer arrived have their rows now. */
  async copiesEnded(key: string): Promise<void> {
    const page = this.#parts.page()
    const entry = (await page.guests.all()).find((one) => one.key === key)
    if (entry && entry.utilisateurId !== null) await page.guests.bind(key, entry.utilisateurId)
  }

  async giveUp(): Promise<void> {
    const page = this.#parts.page()
    if (!this.open) return
    await page.guests.drop(this.open.key)
    page.grants.session = null
    this.open = null
  }

  /** Another person signs in: the entry waits for a later start. */
  leave(): void {
    const { session } = this.#parts.page().person
    if (session && isLocalOwner(session.ownerId)) this.#parts.page().grants.session = null
    this.open = null
  }

  async #begin(page: Page, entry: GuestEntry): Promise<void> {
    await page.guests.save(entry)
    this.open = entry
    page.person.open({
      ownerId: localOwner(entry.key),
      fetchGrant: () => Promise.reject(new NetworkError()),
      isAlive: () => true,
    })
  }

  async #send(page: Page, entry: GuestEntry): Promise<'refused' | 'answered' | 'waits'> {
    try {
      const guest = await this.#parts.send(entry)
      if (this.open?.key !== entry.key) return 'answered'
      await page.guests.save({ ...entry, utilisateurId: guest.id })
      const session = this.#parts.signIn(guest, entry)
      await this.#bind(page, entry.key, session)
      this.open = null
      return 'answered'
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429) return 'waits'
      if (entry.utilisateurId !== null) await page.guests.forget(entry.key)
      if (entry.utilisateurId !== null) this.open = null
      return 'refused'
    }
  }

  async #bind(page: Page, key: string, session: PersonSession): Promise<void> {
    page.person.open(session)
    await page.guests.bind(key, session.ownerId)
  }
}
