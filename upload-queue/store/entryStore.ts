import { localOwner } from '#upload-queue/engine/owner.ts'
import { bindItems } from './bindItems.ts'
import type { GuestEntry, StoreDeps } from './queueDatabase.ts'

/** Entries of guests whom the server does not know yet. Their photos belong to `localOwner(entry.key)`. */
export class EntryStore {
  readonly #connection: StoreDeps['connection']
  readonly #clock: StoreDeps['clock']
  readonly #onChange: StoreDeps['onChange']

  constructor(deps: StoreDeps) {
    this.#connection = deps.connection
    this.#clock = deps.clock
    this.#onChange = deps.onChange
  }

  all(): Promise<GuestEntry[]> {
    return this.#connection.run((database) => database.getAll('entries'))
  }

  /** Writes an entry, with strict durability; replaces the one of the same key. */
  save(entry: GuestEntry): Promise<void> {
    return this.#connection.transact(['entries'], async ({ store }) => void (await store.put(entry)))
  }

  /** Gives the photos of an entry to a person of the server, see {@link bindItems}. */
  async bind(key: string, utilisateurId: number): Promise<void> {
    const at = this.#clock.now()
    this.#onChange(await bindItems(this.#connection, { from: localOwner(key), to: utilisateurId, at }))
  }

  /** Deletes an entry whose guest is signed in, or has given it up. */
  forget(key: string): Promise<void> {
    return this.#connection.transact(['entries'], async ({ store }) => store.delete(key))
  }
}
