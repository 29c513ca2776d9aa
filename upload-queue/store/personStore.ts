import type { Clock } from '#upload-queue/engine/ports.ts'
import { isEnded, isPending } from '#upload-queue/engine/states.ts'
import type { QueueState } from '#upload-queue/queueView.ts'
import { type JournalEntry, note } from './journal.ts'
import type { QueueConnection, StoredItem } from './queueDatabase.ts'
import { rowsOf } from './rowRange.ts'
import { strictTransaction } from './strictTransaction.ts'

/** They go on waiting for their person's word, not for a login. */
const untouched: ReadonlySet<QueueState> = new Set([
  'paused',
  'failed',
  'staging',
  'lost_source',
  'cancelling',
  'waiting_auth',
])

/** What a login and a logout do to the items of one person. */
export class PersonStore {
  readonly #connection: QueueConnection
  readonly #clock: Clock
  readonly #onChange: (ids: readonly string[]) => void

  constructor(parts: { connection: QueueConnection; clock: Clock; onChange: (ids: readonly string[]) => void }) {
    this.#connection = parts.connection
    this.#clock = parts.clock
    this.#onChange = parts.onChange
  }

  itemsOf(ownerId: number): Promise<StoredItem[]> {
    return this.#connection.run((database) => database.getAllFromIndex('items', 'owner', ownerId))
  }

  /** How many accepted photos of other people rest here. */
  async countOfOthers(ownerId: number): Promise<number> {
    const live = await this.#connection.run((database) => database.getAllFromIndex('items', 'live'))
    return live.filter((item) => item.ownerId !== ownerId && isPending(item.state)).length
  }

  /** The transitions of this person's items, oldest first; those of people who also use this phone stay out. */
  async journalOf(ownerId: number): Promise<JournalEntry[]> {
    const [entries, items] = await this.#connection.run((database) =>
      Promise.all([database.getAll('journal'), database.getAll('items')]),
    )
    const foreign = new Set(items.filter((item) => item.ownerId !== ownerId).map(({ id }) => id))
    return entries.filter(({ itemId }) => !foreign.has(itemId))
  }

  /** Logout, photos kept: grants and previews of receipts go, what was on its way waits for the same person. */
  leave(ownerId: number): Promise<void> {
    const cause = { class: 'auth', status: null, code: null, message: null, at: this.#clock.now() } as const
    return this.#eachOf(ownerId, (item) => {
      if (isEnded(item.state)) return 'loses_preview'
      if (untouched.has(item.state)) return 'stays'
      return { ...item, state: 'waiting_auth', epoch: 0, refusedGrantId: null, cause }
    })
  }

  /** Logout, photos given up: nothing of the person stays here. */
  erase(ownerId: number): Promise<void> {
    return this.#eachOf(ownerId, () => 'goes')
  }

  async #eachOf(ownerId: number, fateOf: (item: StoredItem) => Fate): Promise<void> {
    const at = this.#clock.now()
    const ids = await this.#connection.run((database) =>
      strictTransaction(database, ['items', 'rows', 'previews', 'grants', 'journal'], async (transaction) => {
        const all = transaction.objectStore('items')
        const journal = transaction.objectStore('journal')
        await transaction.objectStore('grants').delete(IDBKeyRange.bound([ownerId, 0], [ownerId, Infinity]))
        const items = await all.index('owner').getAll(ownerId)
        for (const item of items) {
          const fate = fateOf(item)
          if (typeof fate === 'object') {
            await all.put(fate)
            await note(journal, fate, { from: item.state, at })
          }
          if (fate === 'loses_preview' || fate === 'goes') await transaction.objectStore('previews').delete(item.id)
          if (fate !== 'goes') continue
          await transaction.objectStore('rows').delete(rowsOf(item.id))
          await all.delete(item.id)
          if (!isEnded(item.state)) await note(journal, { ...item, state: 'cancelled' }, { from: item.state, at })
        }
        return items.map((item) => item.id)
      }),
    )
    this.#onChange(ids)
  }
}

type Fate = 'stays' | 'loses_preview' | 'goes' | StoredItem
