import { type Which, retryItems } from '#upload-queue/engine/itemCommands.ts'
import { type ItemStore, StorageBroken } from '#upload-queue/engine/ports.ts'
import type { QueueItem } from '#upload-queue/engine/queueItem.ts'
import { isPending } from '#upload-queue/engine/states.ts'
import type { Queue } from '#upload-queue/openQueue.ts'
import type { PageGrants } from './pageGrants.ts'
import type { QueueSession } from './queueSession.ts'
import type { VolatileQueue } from './volatileQueue.ts'

const goodbyeMs = 3000

interface Parts {
  readonly queue: Queue
  readonly grants: PageGrants
  readonly volatile: VolatileQueue
}
type Command<W> = (person: { store: ItemStore; ownerId: number }, which: W) => Promise<string[]>

/** The queue as the signed-in person owns it. */
export class PersonQueue {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  get session(): QueueSession | null {
    return this.#parts.grants.session
  }

  open(session: QueueSession): void {
    this.#parts.grants.session = session
  }

  async items(): Promise<QueueItem[]> {
    const ownerId = this.session?.utilisateurId
    if (ownerId === undefined) return []
    const { queue, volatile } = this.#parts
    const inMemory = volatile.store.now().filter((item) => item.ownerId === ownerId)
    const inMemoryIds = new Set(inMemory.map(({ id }) => id))
    const stored = await queue.person.itemsOf(ownerId).catch(() => [])
    return [...stored.filter(({ id }) => !inMemoryIds.has(id)), ...inMemory]
  }

  /** Accepted photos that the server has not received, and files that are still being copied. */
  async pending(): Promise<QueueItem[]> {
    return (await this.items()).filter((item) => isPending(item.state) || item.state === 'staging')
  }

  /** Runs a person's command on what the phone keeps and on what only this page holds. */
  async command<W extends Which>(run: Command<W>, which: W): Promise<void> {
    const ownerId = this.session?.utilisateurId
    if (ownerId === undefined) return
    const { queue, volatile } = this.#parts
    const inMemory = await run({ store: volatile.store, ownerId }, which)
    const stored = await run({ store: queue.store, ownerId }, which)
    queue.channel.say({ type: 'items/interrupted', ids: [...inMemory, ...stored] })
  }

  async refreshGrants(evenementIds: readonly number[]): Promise<void> {
    const items = await this.items()
    const refused = items.flatMap(({ refusedGrantId }) => (refusedGrantId === null ? [] : [refusedGrantId]))
    await this.#parts.grants.refresh(evenementIds, new Set(refused))
    // The list of events was just loaded: what an event or a right kept back may go now.
    const mended = items.filter((item) => item.state === 'blocked' && item.cause?.status === 403)
    const ids = mended.filter((item) => evenementIds.includes(item.evenementId)).map((item) => item.id)
    if (ids.length > 0) await this.command(retryItems, ids)
  }

  /** Logout. What the server holds of photos that are given up is asked to go while the grants are still good. */
  async close({ keep }: { keep: boolean }): Promise<void> {
    const { queue, grants, volatile } = this.#parts
    const { session } = this
    if (!session) return
    const items = await this.items()
    const goodbyes = keep ? [] : await Promise.all(items.map((item) => this.#goodbye(item)))
    grants.forget()
    const leaving = keep ? queue.person.leave(session.utilisateurId) : queue.person.erase(session.utilisateurId)
    // A phone without storage (private window) holds nothing that could stay; the logout goes on.
    await leaving.catch(ignoreBrokenStorage)
    volatile.leave(session.utilisateurId, keep)
    queue.channel.say({ type: 'items/interrupted', ids: items.map((item) => item.id) })
    await Promise.allSettled(goodbyes.map((send) => send()))
  }

  async #goodbye({ uploadUrl, ownerId, evenementId }: QueueItem): Promise<() => Promise<unknown>> {
    const grant = uploadUrl === null ? null : await this.#parts.grants.find(ownerId, evenementId)
    if (uploadUrl === null || !grant) return () => Promise.resolve()
    const signal = AbortSignal.timeout(goodbyeMs)
    return () => this.#parts.queue.wire.remove(uploadUrl, { grant: grant.grant, limitMs: goodbyeMs, signal })
  }
}

function ignoreBrokenStorage(error: unknown): void {
  if (!(error instanceof StorageBroken)) throw error
}
