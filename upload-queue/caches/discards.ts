import { StorageBroken } from '#upload-queue/engine/queueErrors.ts'
import { requestLock } from '#upload-queue/lock/lockRequest.ts'
import type { PersonStore } from '#upload-queue/store/personStore.ts'

/** Notes of discarded photos, one for each owner. Outside the database that failed, and readable by the worker. */
const cacheName = 'eclats-envois-supprimes'
const folder = '/envois-supprimes/'
const lockName = 'uploads:discard'
/** How long to wait for another page that erases, in milliseconds. */
const waitMs = 10_000

interface Deps {
  readonly person: Pick<PersonStore, 'erase'>
  readonly locks: LockManager | undefined
}

/**
 * Erases photos that their owner has discarded while the storage was broken. Nothing is sent and no row is given to an
 * owner before that: the photos that an owner adds later must not be erased with them.
 */
export class Discards {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Notes that the photos of a person could not be erased. Without a cache there is no note. */
  async note(ownerId: number): Promise<void> {
    try {
      await (await caches.open(cacheName)).put(`${folder}${ownerId}`, new Response())
    } catch {
      // A device without any storage has nothing to erase.
    }
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
    for (const note of await cache.keys()) {
      await this.#deps.person.erase(Number(new URL(note.url).pathname.slice(folder.length)))
      await cache.delete(note)
    }
  }
}

async function hasCache(): Promise<boolean> {
  try {
    return await caches.has(cacheName)
  } catch {
    // Missing over plain http.
    return false
  }
}
