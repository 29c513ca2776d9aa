import type { OwnerId } from '#upload-queue/engine/owner.ts'
import type { Queue } from '#upload-queue/openQueue.ts'
import { giveShared, ownersOfShared } from '#upload-queue/caches/sharedFiles.ts'
import { isRefused } from '#src/api/apiError.ts'
import { growingPause } from '#src/ui/untilLoaded.ts'
import type { GuestEntries } from './guestEntries.ts'
import type { PersonQueue } from './personQueue.ts'
import type { QueueSession } from './queueSession.ts'
import type { VolatileQueue } from './volatileQueue.ts'

const firstWaitMs = 2000
const maxWaitMs = 30_000

interface Deps {
  readonly queue: Pick<Queue, 'person'>
  readonly volatile: VolatileQueue
  readonly guests: GuestEntries
  readonly person: PersonQueue
}

/** Photos and shared files of guests who became a part of the account that is signed in. */
export class Fusions {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * Gives the photos and shared files of those guests to the account. The server names the guests, never this device:
   * photos of other people may wait on it too. Asks only when there are items of others.
   * @param onAdopted called with the events of the account's waiting photos
   */
  async adopt(session: QueueSession, onAdopted: (evenementIds: readonly number[]) => Promise<void>): Promise<void> {
    const { ownerId } = session
    if (typeof ownerId !== 'number' || !session.fetchFusions) return
    const { person, guests } = this.#deps
    const others = await this.#othersThan(ownerId)
    if (others.size === 0) return
    const guestIds = (await answered(() => session.fetchFusions?.() ?? Promise.resolve([]))).filter((id) =>
      others.has(id),
    )
    if (guestIds.length === 0 || person.session !== session) return
    for (const id of guestIds) {
      await guests.adopt(id, ownerId)
      // When the phone's storage is full, the guest stays their owner; they are deleted after a day.
      await giveShared(id, ownerId).catch(() => undefined)
    }
    await onAdopted((await person.pending()).map(({ evenementId }) => evenementId))
  }

  async #othersThan(ownerId: number): Promise<Set<OwnerId>> {
    const { queue, volatile } = this.#deps
    const inMemory = volatile.store.now().map((item) => item.ownerId)
    const stored = await queue.person.othersThan(ownerId).catch(() => [])
    const shared = await ownersOfShared().catch(() => [])
    const others = new Set<OwnerId>([...inMemory, ...stored, ...shared])
    others.delete(ownerId)
    return others
  }
}

/** Asks until the server answers; a login may be followed by a moment without network. @throws ApiError */
async function answered<T>(ask: () => Promise<T>): Promise<T> {
  const pause = growingPause(firstWaitMs, maxWaitMs)
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (isRefused(error)) throw error
    }
    await pause()
  }
}
