import { entryKeyOf, isLocalOwner, type OwnerId } from '#upload-queue/engine/owner.ts'
import { StorageBroken } from '#upload-queue/engine/queueErrors.ts'
import { requestLock } from '#upload-queue/lock/lockRequest.ts'
import { ignoreBrokenStorage } from '#upload-queue/store/databaseConnection.ts'
import type { EntryStore } from '#upload-queue/store/entryStore.ts'
import type { PersonStore } from '#upload-queue/store/personStore.ts'

/** How long to wait for another page that erases, in milliseconds. */
const waitMs = 10_000

interface Deps {
  /**
   * Names the cache with the notes, one for each owner, and the lock. Cache Storage does not depend on the database that
   * failed, and the worker can read it.
   */
  readonly name: 'envois-supprimes' | 'decisions-supprimees'
  /** Erases everything of an owner. */
  readonly erase: (ownerId: OwnerId) => Promise<void>
  readonly locks: LockManager | undefined
}

/**
 * Erases the photos or decisions that their owner discards, as soon as the storage allows it. After a failure nothing is
 * sent and no row is given to an owner before that: what an owner adds later must not be erased with them.
 */
export class Discards {
  readonly #deps: Deps
  #isPending = false

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Whether an erasure failed here since {@link finish} was last called: what is being sent may be discarded. */
  get isPending(): boolean {
    return this.#isPending
  }

  /** Erases everything of an owner. While the storage is broken, notes the owner for {@link finish}. */
  async erase(ownerId: OwnerId): Promise<void> {
    await this.#deps.erase(ownerId).catch(async (error: unknown) => {
      ignoreBrokenStorage(error)
      this.#isPending = true
      // A device without any storage has nothing to erase.
      await this.#note(ownerId).catch(() => {})
      // Again: a drain that began before the note was there has called `finish`.
      this.#isPending = true
    })
  }

  /** Erases what is noted. @throws StorageBroken when that fails again */
  async finish(): Promise<void> {
    if (await this.#hasCache()) await this.#eraseNoted()
    this.#isPending = false
  }

  async #eraseNoted(): Promise<void> {
    const { name, locks } = this.#deps
    const erase = () => this.#eraseAll()
    const end = locks ? await requestLock(locks, { name: `eclats:${name}`, waitMs }, erase) : await erase()
    // A frozen page holds the lock in the middle of it.
    if (end === 'busy') throw new StorageBroken('another page is erasing')
  }

  async #eraseAll(): Promise<void> {
    const cache = await caches.open(this.#cacheName)
    for (const request of await cache.keys()) {
      await this.#deps.erase(this.#ownerOf(request))
      await cache.delete(request)
    }
  }

  async #note(ownerId: OwnerId): Promise<void> {
    await (await caches.open(this.#cacheName)).put(`${this.#folder}${ownerId}`, new Response())
  }

  #ownerOf({ url }: Request): OwnerId {
    const owner = new URL(url).pathname.slice(this.#folder.length)
    return isLocalOwner(owner) ? owner : Number(owner)
  }

  async #hasCache(): Promise<boolean> {
    try {
      return await caches.has(this.#cacheName)
    } catch {
      // Missing over plain http.
      return false
    }
  }

  get #cacheName(): string {
    return `eclats-${this.#deps.name}`
  }

  get #folder(): string {
    return `/${this.#deps.name}/`
  }
}

interface PhotoStores {
  readonly person: Pick<PersonStore, 'erase'>
  readonly entries: Pick<EntryStore, 'forget'>
  readonly locks: LockManager | undefined
}

/** Erases discarded photos, and with them the entry of a guest whom the server does not know. */
export function photoDiscards({ person, entries, locks }: PhotoStores): Discards {
  const erase = async (ownerId: OwnerId) => {
    await person.erase(ownerId)
    if (isLocalOwner(ownerId)) await entries.forget(entryKeyOf(ownerId))
  }
  return new Discards({ name: 'envois-supprimes', erase, locks })
}
