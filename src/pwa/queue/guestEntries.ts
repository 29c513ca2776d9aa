import { localOwner } from '#upload-queue/engine/owner.ts'
import type { Queue } from '#upload-queue/openQueue.ts'
import { ignoreBrokenStorage } from '#upload-queue/store/databaseConnection.ts'
import type { GuestEntry } from '#upload-queue/store/queueDatabase.ts'
import type { VolatileQueue } from './volatileQueue.ts'

interface Deps {
  readonly queue: Pick<Queue, 'entries' | 'person' | 'discards'>
  readonly volatile: VolatileQueue
}

/** Entries of guests by event links, and the photos chosen before the server knows the guest. */
export class GuestEntries {
  readonly #deps: Deps
  /** Entries kept in memory when storage fails: this page can still send them. */
  readonly #inMemory = new Map<string, GuestEntry>()
  /** The person of each entry whose photos could not be given to them, because the storage was full. */
  readonly #notGiven = new Map<string, number>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async all(): Promise<GuestEntry[]> {
    const { entries, discards } = this.#deps.queue
    // An entry that its guest gave up must not be sent.
    const reading = discards.finish().then(() => entries.all())
    const stored = await reading.catch(() => [])
    return [...stored, ...this.#inMemory.values()]
  }

  async save(entry: GuestEntry): Promise<void> {
    await this.#deps.queue.entries.save(entry).catch((error: unknown) => {
      ignoreBrokenStorage(error)
      this.#inMemory.set(entry.key, entry)
    })
  }

  /** Gives the photos of an entry to a person of the server. Idempotent. */
  async bind(key: string, utilisateurId: number): Promise<void> {
    this.#deps.volatile.bind(localOwner(key), utilisateurId)
    this.#notGiven.delete(key)
    const { entries, discards } = this.#deps.queue
    const binding = discards.finish().then(() => entries.bind(key, utilisateurId))
    await binding.catch((error: unknown) => {
      ignoreBrokenStorage(error)
      this.#notGiven.set(key, utilisateurId)
    })
  }

  /** Tries again to give photos to their person when the storage was full before. @returns whether it gave some */
  async bindAgain(): Promise<boolean> {
    const before = [...this.#notGiven]
    for (const [key, utilisateurId] of before) await this.bind(key, utilisateurId)
    return before.some(([key]) => !this.#notGiven.has(key))
  }

  /** Gives the photos of a guest to the account that the guest became a part of. Idempotent. */
  async adopt(guestId: number, utilisateurId: number): Promise<void> {
    this.#deps.volatile.bind(guestId, utilisateurId)
    const { person, discards } = this.#deps.queue
    const binding = discards.finish().then(() => person.bind(guestId, utilisateurId))
    await binding.catch(ignoreBrokenStorage)
    await this.forgetOf(guestId, { keep: true })
  }

  /**
   * Deletes an entry whose photos have their person. Keeps it while some could not be given to them (full storage): no
   * one else could send these, and a later start tries again.
   */
  async forget(key: string): Promise<void> {
    const left = await this.#deps.queue.person.itemsOf(localOwner(key)).catch(() => [])
    if (left.length === 0) await this.#delete(key)
  }

  async #delete(key: string): Promise<void> {
    this.#inMemory.delete(key)
    this.#notGiven.delete(key)
    await this.#deps.queue.entries.forget(key).catch(ignoreBrokenStorage)
  }

  /**
   * Deletes the entries of a guest who signs out: their keys must not open the session again.
   * @param choice keep: otherwise photos that could not be given to the guest are erased too
   */
  async forgetOf(utilisateurId: number, { keep }: { keep: boolean }): Promise<void> {
    for (const { key, ...entry } of await this.all()) {
      if (entry.utilisateurId !== utilisateurId) continue
      await (keep ? this.#delete(key) : this.drop(key))
    }
  }

  /** Deletes an entry with the photos that have no other person yet. */
  async drop(key: string): Promise<void> {
    this.#deps.volatile.leave(localOwner(key), false)
    this.#inMemory.delete(key)
    this.#notGiven.delete(key)
    await this.#deps.queue.discards.erase(localOwner(key))
  }
}
