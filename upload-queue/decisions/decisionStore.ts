import { ignoreFullStorage } from '#upload-queue/store/databaseConnection.ts'
import type { mediaErrors } from '#domain/media/media.errors.ts'
import { changesSameProperty, type KeptDecision, type Refusal } from './decision.ts'
import type { DecisionConnection, ModerationGrant } from './decisionDatabase.ts'

/** The server's code for a media that another device has decided. */
const conflict: keyof typeof mediaErrors = 'media.version'

/** Decisions and their grants on this device. Every write has strict durability. */
export class DecisionStore {
  readonly #connection: DecisionConnection

  constructor(connection: DecisionConnection) {
    this.#connection = connection
  }

  /** Decisions of all people who use this device, oldest first. */
  all(): Promise<KeptDecision[]> {
    return this.#connection.transact(['decisions'], ({ store }) => store.getAll())
  }

  of(ownerId: number): Promise<KeptDecision[]> {
    return this.#connection.transact(['decisions'], async ({ store }) => store.index('owner').getAll(ownerId))
  }

  /**
   * Stores decisions. An earlier decision on the same property is replaced if it was never sent. If it was sent, the new
   * decision expects the version that the earlier one produces, which the organiser may have seen already.
   */
  add(decisions: readonly KeptDecision[]): Promise<void> {
    return this.#connection.transact(['decisions'], async ({ store }) => {
      const owned = await store.index('owner').getAll(decisions[0]?.ownerId ?? 0)
      for (const decision of decisions) {
        const before = owned.filter((kept) => kept.state !== 'refused' && changesSameProperty(kept, decision))
        const replaced = before.find(({ isTried }) => !isTried)
        if (replaced) await store.delete(replaced.id)
        const tried = before.filter(({ isTried, mediaId }) => isTried && mediaId === decision.mediaId)
        const produced = tried.map(({ version }) => version + 1)
        const version = Math.max(decision.version, ...produced)
        await store.put({ ...decision, version, ...(replaced && { replaced }) })
      }
    })
  }

  /**
   * Deletes the decisions of one user action that were never sent, and restores those that they replaced.
   * @returns the deleted decisions
   */
  takeBack(ownerId: number, acte: string): Promise<KeptDecision[]> {
    return this.#connection.transact(['decisions'], async ({ store }) => {
      const owned = await store.index('owner').getAll(ownerId)
      const back = owned.filter((kept) => kept.acte === acte && !kept.isTried && kept.state !== 'refused')
      for (const { id, replaced } of back) {
        await store.delete(id)
        if (replaced) await store.put(replaced)
      }
      return back
    })
  }

  /** Ends the hold of the decisions on one event. */
  release(ownerId: number, evenementId: number): Promise<void> {
    return this.#eachOf(ownerId, (kept) => (kept.evenementId === evenementId ? { ...kept, heldUntil: 0 } : kept))
  }

  /**
   * Records that a request is about to be sent. With a full storage the decision is sent without the record: until the
   * answer it can be undone here although the server may have it.
   * @returns the decision, or null when it was undone or is refused
   */
  async markTried(id: string): Promise<KeptDecision | null> {
    const mark = (isWritten: boolean) =>
      this.#connection.transact(['decisions'], async ({ store }) => {
        const kept = await store.get(id)
        if (!kept || kept.state === 'refused') return null
        const tried: KeptDecision = { ...kept, isTried: true, state: 'kept', refusedGrant: null }
        if (isWritten) await store.put(tried)
        return tried
      })
    return mark(true).catch((error: unknown) => {
      ignoreFullStorage(error)
      return mark(false)
    })
  }

  /**
   * Stores the result of an attempt. Does nothing when the decision was deleted or refused before. With a full storage
   * the decision stays as it was, and is sent again.
   */
  async change(id: string, change: Partial<Pick<KeptDecision, 'state' | 'cause' | 'refusedGrant'>>): Promise<void> {
    const changing = this.#connection.transact(['decisions'], async ({ store }) => {
      const kept = await store.get(id)
      if (kept && kept.state !== 'refused') await store.put({ ...kept, ...change })
    })
    await changing.catch(ignoreFullStorage)
  }

  /**
   * Marks a decision as refused. When another device has decided in between, a later decision on the same statut expected
   * the version that this one would have produced: it is refused in its place, because its organiser has not seen the
   * other decision either.
   */
  async refuse({ id, ownerId }: KeptDecision, refusal: Refusal): Promise<void> {
    const refusing = this.#connection.transact(['decisions'], async ({ store }) => {
      const refused = await store.get(id)
      if (!refused) return
      const owned = refusal.code === conflict ? await store.index('owner').getAll(ownerId) : []
      const later = owned.find(
        (kept) => kept.id > id && changesSameProperty(kept, refused) && kept.version === refused.version + 1,
      )
      if (later) await store.delete(id)
      await store.put({ ...(later ?? refused), state: 'refused', refusal })
    })
    await refusing.catch(ignoreFullStorage)
  }

  /** Deletes a decision after its delivery, or after its person has read the refusal. */
  forget(id: string): Promise<void> {
    return this.#connection.transact(['decisions'], ({ store }) => store.delete(id))
  }

  /** Logout, decisions kept: deletes the grants. The decisions wait for a login of the same person. */
  async leave(ownerId: number): Promise<void> {
    await this.#dropGrants(ownerId)
    const leaving = this.#eachOf(ownerId, (kept) => (kept.state === 'kept' ? { ...kept, state: 'waiting_auth' } : kept))
    // Without a grant they wait all the same.
    await leaving.catch(ignoreFullStorage)
  }

  /** Logout, decisions discarded: deletes everything of this person. */
  async erase(ownerId: number): Promise<void> {
    await this.#dropGrants(ownerId)
    await this.#eachOf(ownerId, () => null)
  }

  findGrant(ownerId: number, evenementId: number): Promise<ModerationGrant | null> {
    return this.#connection.transact(['grants'], async ({ store }) => (await store.get([ownerId, evenementId])) ?? null)
  }

  /** Stores a grant; with a full storage the caller's copy is the only one. */
  async saveGrant(
    { ownerId, evenementId }: { ownerId: number; evenementId: number },
    grant: ModerationGrant,
  ): Promise<void> {
    const saving = this.#connection.transact(['grants'], async ({ store }) => {
      await store.put(grant, [ownerId, evenementId])
    })
    await saving.catch(ignoreFullStorage)
  }

  #dropGrants(ownerId: number): Promise<void> {
    return this.#connection.transact(['grants'], ({ store }) =>
      store.delete(IDBKeyRange.bound([ownerId, 0], [ownerId, []])),
    )
  }

  #eachOf(ownerId: number, changeOf: (kept: KeptDecision) => KeptDecision | null): Promise<void> {
    return this.#connection.transact(['decisions'], async ({ store }) => {
      for (const kept of await store.index('owner').getAll(ownerId)) {
        const changed = changeOf(kept)
        if (changed === null) await store.delete(kept.id)
        else if (changed !== kept) await store.put(changed)
      }
    })
  }
}
