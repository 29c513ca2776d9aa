import { noAnswerCause } from '#upload-queue/engine/outcome.ts'
import { isLocalOwner, type OwnerId } from '#upload-queue/engine/owner.ts'
import { isVideo } from '#upload-queue/engine/isVideo.ts'
import { countsAsPending, isEnded, isPending, type QueueState } from '#upload-queue/engine/states.ts'
import { bindItems } from './bindItems.ts'
import { ignoreFullStorage } from './databaseConnection.ts'
import { type JournalEntry, recordTransition } from './journal.ts'
import type { StoreDeps } from './queueDatabase.ts'
import type { StoredItem } from './storedItem.ts'
import { rowsOf } from './rowRange.ts'

/** States that a logout keeps: they wait for the user, for their copy or for a grant already. */
const untouched: ReadonlySet<QueueState> = new Set([
  'paused',
  'failed',
  'staging',
  'lost_source',
  'cancelling',
  'waiting_auth',
])

/** Changes to the items of one person at login and logout. */
export class PersonStore {
  readonly #connection: StoreDeps['connection']
  readonly #clock: StoreDeps['clock']
  readonly #onChange: StoreDeps['onChange']

  constructor(deps: StoreDeps) {
    this.#connection = deps.connection
    this.#clock = deps.clock
    this.#onChange = deps.onChange
  }

  async itemsOf(ownerId: OwnerId): Promise<StoredItem[]> {
    const { unsaved } = this.#connection
    const stored = await this.#connection.run((database) => database.getAllFromIndex('items', 'owner', ownerId))
    return [...unsaved.currentOfAll(stored), ...unsaved.endedItems().filter((item) => item.ownerId === ownerId)]
  }

  /** The other people of the server who have items on this device, by id. */
  async othersThan(ownerId: number): Promise<number[]> {
    const items = await this.#connection.run((database) => database.getAll('items'))
    const owners = new Set(items.map((item) => item.ownerId))
    return [...owners].filter((owner): owner is number => !isLocalOwner(owner) && owner !== ownerId)
  }

  /**
   * Gives the items of a guest to the account that the guest became a part of, see {@link bindItems}. The guest's
   * grants are deleted first: after a crash in between, the items wait for the next start, and no grant is left without
   * items.
   */
  async bind(guestId: number, ownerId: number): Promise<void> {
    await this.#forgetGrants(guestId)
    this.#onChange(await bindItems(this.#connection, { from: guestId, to: ownerId, at: this.#clock.now() }))
  }

  /** Number of accepted photos and videos of other people on this device, and how many of them are videos. */
  async countOfOthers(ownerId: OwnerId): Promise<{ count: number; videos: number }> {
    const live = await this.#connection.run((database) => database.getAllFromIndex('items', 'live'))
    const others = live.filter((item) => item.ownerId !== ownerId && isPending(item.state) && countsAsPending(item))
    return { count: others.length, videos: others.filter(isVideo).length }
  }

  /** Transitions of this person's items, oldest first. Excludes those of other people who use this device. */
  async journalOf(ownerId: OwnerId): Promise<JournalEntry[]> {
    const [entries, items] = await this.#connection.run((database) =>
      Promise.all([database.getAll('journal'), database.getAll('items')]),
    )
    const owners = new Map(items.map((item) => [item.id, item.ownerId]))
    // For an item that is gone its entries name the owner; entries of an earlier version name none.
    return entries.filter((entry) => (owners.get(entry.itemId) ?? entry.ownerId ?? ownerId) === ownerId)
  }

  /**
   * Logout, photos kept: deletes grants and the previews of receipts. Unsent items wait for a login of the same person.
   * With a full storage their state stays as it was: without a grant they wait all the same.
   */
  async leave(ownerId: OwnerId): Promise<void> {
    const cause = noAnswerCause('auth', { now: this.#clock.now() })
    await this.#forgetGrants(ownerId)
    const leaving = this.#eachOf(ownerId, { isJournalled: true }, (item) => {
      if (isEnded(item.state)) return 'delete_preview'
      if (untouched.has(item.state)) return 'keep'
      return { ...item, state: 'waiting_auth', epoch: 0, refusedGrantId: null, cause }
    })
    await leaving.catch(ignoreFullStorage)
  }

  /** Logout, photos discarded: deletes everything of this person, without a journal when the storage is full. */
  async erase(ownerId: OwnerId): Promise<void> {
    await this.#forgetGrants(ownerId)
    const erasing = this.#eachOf(ownerId, { isJournalled: true }, () => 'delete')
    await erasing.catch((error: unknown) => {
      ignoreFullStorage(error)
      return this.#eachOf(ownerId, { isJournalled: false }, () => 'delete')
    })
  }

  async #forgetGrants(ownerId: OwnerId): Promise<void> {
    const ofOwner = IDBKeyRange.bound([ownerId, 0], [ownerId, Infinity])
    await this.#connection.transact(['grants'], ({ store }) => store.delete(ofOwner))
  }

  async #eachOf(
    ownerId: OwnerId,
    { isJournalled }: { isJournalled: boolean },
    changeOf: (item: StoredItem) => OwnerChange,
  ): Promise<void> {
    const at = this.#clock.now()
    const ids = await this.#connection.transact(['items', 'rows', 'previews', 'journal'], async (transaction) => {
      const all = transaction.objectStore('items')
      const journal = transaction.objectStore('journal')
      const items = this.#connection.unsaved.currentOfAll(await all.index('owner').getAll(ownerId))
      for (const item of items) {
        const change = changeOf(item)
        if (typeof change === 'object') {
          await all.put(change)
          await recordTransition(journal, change, { from: item.state, at })
        }
        if (change === 'delete_preview' || change === 'delete')
          await transaction.objectStore('previews').delete(item.id)
        if (change !== 'delete') continue
        await transaction.objectStore('rows').delete(rowsOf(item.id))
        await all.delete(item.id)
        if (isJournalled && !isEnded(item.state))
          await recordTransition(journal, { ...item, state: 'cancelled' }, { from: item.state, at })
      }
      return items.map((item) => item.id)
    })
    this.#connection.unsaved.dropEndedOf(ownerId)
    this.#onChange(ids)
  }
}

type OwnerChange = 'keep' | 'delete_preview' | 'delete' | StoredItem
