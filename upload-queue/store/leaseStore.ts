import { Fenced } from '#upload-queue/engine/queueErrors.ts'
import type { Lease, QueueConnection } from './queueDatabase.ts'

/** The epoch before the first claim. */
export const noEpoch = 0

/**
 * Lease of the drainer. Each claim increments the epoch (the fencing number); writes with a lower epoch are refused.
 */
export class LeaseStore {
  readonly #connection: QueueConnection

  constructor(connection: QueueConnection) {
    this.#connection = connection
  }

  read(): Promise<Lease | undefined> {
    return this.#connection.run((database) => database.get('lease', 'drain'))
  }

  /** Takes the lease from any holder. @returns the new epoch. @throws StorageFull */
  claim(holder: string, now: number): Promise<number> {
    return this.#connection.transact(['lease'], async ({ store }) => {
      const epoch = ((await store.get('drain'))?.epoch ?? noEpoch) + 1
      await store.put({ holder, epoch, beatAt: now }, 'drain')
      return epoch
    })
  }

  /** Writes a heartbeat. @throws Fenced when another drainer took over */
  beat(epoch: number, now: number): Promise<void> {
    return this.#connection.transact(['lease'], async ({ store }) => {
      const lease = await store.get('drain')
      if (lease?.epoch !== epoch) throw new Fenced(`stale epoch ${epoch}: the lease has epoch ${lease?.epoch}`)
      await store.put({ ...lease, beatAt: now }, 'drain')
    })
  }

  /** Releases the lease, so that the next drainer does not wait for a missing heartbeat. */
  release(epoch: number): Promise<void> {
    return this.#connection.transact(['lease'], async ({ store }) => {
      const lease = await store.get('drain')
      if (lease?.epoch === epoch) await store.put({ ...lease, beatAt: 0 }, 'drain')
    })
  }
}
