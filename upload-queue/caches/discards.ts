import { entryKeyOf, isLocalOwner, type OwnerId } from '#upload-queue/engine/owner.ts'
import { StorageBroken } from '#upload-queue/engine/queueErrors.ts'
import { requestLock } from '#upload-queue/lock/lockRequest.ts'
import { ignoreBrokenStorage } from '#upload-queue/store/databaseConnection.ts'
import type { EntryStore } from '#upload-queue/store/entryStore.ts'
import type { PersonStore } from '#upload-queue/store/personStore.ts'

/** Notes of discarded photos, one for each owner. Outside the database that failed, and readable by the worker. */
const cacheName = 'eclats-envois-supprimes'
const folder = '/envois-supprimes/'
const lockName = 'uploads:discard'
/** How long to wait for another page that erases, in milliseconds. */
const waitMs = 10_000

interface Deps {
  readonly person: Pick<PersonStore, 'erase'>
  readonly entries: Pick<EntryStore, 'forget'>
  readonly locks: LockManager | undefined
}

/**
 * Erases the photos that their owner discards, as soon as the storage allows it. After a failure nothing is sent and no
 * row is given to an owner before that: the photos that an owner adds later must not be erased with them.
 */
export class Discards {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * Erases the photos of an owner, and the entry of a guest whom the server does not know. While the storage is broken,
   * notes the owner for {@link finish}.
   */
  async erase(ownerId: OwnerId): Promise<void> {
    await this.#eraseNow(ownerId).catch(async (error: unknown) => {
      ignoreBrokenStorage(error)
      // A device without any storage has nothing to erase.
      await note(ownerId).catch(() => {})
    })
  }

  /** Erases what is noted. @throws StorageBroken when that fails again */
  async finish(): Promise<void> {
    if (!(await hasCache())) return
    const { locks } = this.#deps
    const erase = () => this.#eraseAll()
    const end = locks ? await requestLock(locks, { name: lockName, waitMs }, erase) : await erase()
    // A frozen page holds the lock in the middle of it.
    if (end === 'busy') throw new StorageBroken('another page is erasing')
  }

  async #eraseAll(): Promise<void> {
    const cache = await caches.open(cacheName)
    for (const request of await cache.keys()) {
      await this.#eraseNow(ownerOf(request))
      await cache.delete(request)
    }
  }

  async #eraseNow(ownerId: OwnerId): Promise<void> {
    await this.#deps.person.erase(ownerId)
    if (isLocalOwner(ownerId)) await this.#deps.entries.forget(entryKeyOf(ownerId))
  }
}

async function note(ownerId: OwnerId): Promise<void> {
  await (await caches.open(cacheName)).put(`${folder}${ownerId}`, new Response())
}

function ownerOf({ url }: Request): OwnerId {
  const name = new URL(url).pathname.slice(folder.length)
  return isLocalOwner(name) ? name : Number(name)
}

async function hasCache(): Promise<boolean> {
  try {
    return await caches.has(cacheName)
  } catch {
    // Missing over plain http.
    return false
  }
}
