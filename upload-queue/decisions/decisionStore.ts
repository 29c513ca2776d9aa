import { isSameMatter, type KeptDecision } from './decision.ts'
import type { DecisionDatabase, ModerationGrant } from './decisionDatabase.ts'

/** Decisions and their grants on this device. Every write is strict. */
export class DecisionStore {
  readonly #database: DecisionDatabase

  constructor(database: DecisionDatabase) {
    this.#database = database
  }

  /** Everybody's, in the order in which they were taken. */
  all(): Promise<KeptDecision[]> {
    return this.#database.run(['decisions'], ({ store }) => store.getAll())
  }

  of(ownerId: number): Promise<KeptDecision[]> {
    return this.#database.run(['decisions'], async ({ store }) => store.index('owner').getAll(ownerId))
  }

  /**
   * Takes decisions in; an earlier one on the same matter that never left gives way. One that left stands before them:
   * they name the version that it will make.
   */
  add(decisions: readonly KeptDecision[]): Promise<void> {
    return this.#database.run(['decisions'], async ({ store }) => {
      const owned = await store.index('owner').getAll(decisions[0]?.ownerId ?? 0)
      for (const decision of decisions) {
        const before = owned.filter((kept) => kept.state !== 'refused' && isSameMatter(kept, decision))
        for (const { id, isTried } of before) if (!isTried) await store.delete(id)
        const onTheWay = before.filter(({ isTried }) => isTried).length
        await store.put({ ...decision, version: decision.version + onTheWay })
      }
    })
  }

  /** Takes back what never left of one act. @returns what was taken back */
  takeBack(ownerId: number, acte: string): Promise<KeptDecision[]> {
    return this.#database.run(['decisions'], async ({ store }) => {
      const owned = await store.index('owner').getAll(ownerId)
      const back = owned.filter((kept) => kept.acte === acte && !kept.isTried)
      for (const { id } of back) await store.delete(id)
      return back
    })
  }

  /** Ends the time for second thoughts about one event. */
  release(ownerId: number, evenementId: number): Promise<void> {
    return this.#eachOf(ownerId, (kept) => (kept.evenementId === evenementId ? { ...kept, heldUntil: 0 } : kept))
  }

  /** Marks that a request is about to leave. @returns the decision as it stands, or null when it was taken back */
  markTried(id: string): Promise<KeptDecision | null> {
    return this.#database.run(['decisions'], async ({ store }) => {
      const kept = await store.get(id)
      if (!kept || kept.state === 'refused') return null
      const tried: KeptDecision = { ...kept, isTried: true, state: 'kept', refusedGrant: null }
      await store.put(tried)
      return tried
    })
  }

  /** Writes what came of a try; nothing when its person gave it up meanwhile. */
  change(id: string, change: Partial<Pick<KeptDecision, 'state' | 'cause' | 'refusedGrant' | 'refusal'>>) {
    return this.#database.run(['decisions'], async ({ store }) => {
      const kept = await store.get(id)
      if (kept) await store.put({ ...kept, ...change })
    })
  }

  /** It has arrived, or its person has read why not. */
  forget(id: string): Promise<void> {
    return this.#database.run(['decisions'], ({ store }) => store.delete(id))
  }

  /** Logout, decisions kept: they wait for a login of the same person, without a credential. */
  async leave(ownerId: number): Promise<void> {
    await this.#dropGrants(ownerId)
    await this.#eachOf(ownerId, (kept) => (kept.state === 'kept' ? { ...kept, state: 'waiting_auth' } : kept))
  }

  /** Logout, decisions given up: nothing of the person stays here. */
  async erase(ownerId: number): Promise<void> {
    await this.#dropGrants(ownerId)
    await this.#eachOf(ownerId, () => null)
  }

  findGrant(ownerId: number, evenementId: number): Promise<ModerationGrant | null> {
    return this.#database.run(['grants'], async ({ store }) => (await store.get([ownerId, evenementId])) ?? null)
  }

  saveGrant({ ownerId, evenementId }: { ownerId: number; evenementId: number }, grant: ModerationGrant): Promise<void> {
    return this.#database.run(['grants'], async ({ store }) => {
      await store.put(grant, [ownerId, evenementId])
    })
  }

  #dropGrants(ownerId: number): Promise<void> {
    return this.#database.run(['grants'], ({ store }) => store.delete(IDBKeyRange.bound([ownerId, 0], [ownerId, []])))
  }

  #eachOf(ownerId: number, fateOf: (kept: KeptDecision) => KeptDecision | null): Promise<void> {
    return this.#database.run(['decisions'], async ({ store }) => {
      for (const kept of await store.index('owner').getAll(ownerId)) {
        const fate = fateOf(kept)
        if (fate === null) await store.delete(kept.id)
        else if (fate !== kept) await store.put(fate)
      }
    })
  }
}
