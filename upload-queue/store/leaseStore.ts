import { Fenced } from '#upload-queue/engine/ports.ts'
import type { Lease, QueueConnection } from './queueDatabase.ts'
import { strictTransaction } from './strictTransaction.ts'

/** The fence of the drainer: each claim has a higher epoch, and the writes of lower ones are refused. */
export class LeaseStore {
  readonly #connection: QueueConnection

  constructor(connection: QueueConnection) {
    this.#connection = connection
  }

  read(): Promise<Lease | undefined> {
    return this.#connection.run((database) => database.get('lease', 'drain'))
  }

  /** Takes the lease over, whoever held it. @returns the new epoch */
  claim(holder: string, now: number): Promise<number> {
    return this.#connection.run((database) =>
      strictTransaction(database, ['lease'], async ({ store }) => {
        const epoch = ((await store.get('drain'))?.epoch ?? 0) + 1
        await store.put({ holder, epoch, beatAt: now }, 'drain')
        return epoch
      }),
    )
  }

  /** Says that the holder is alive. @throws Fenced when it was replaced */
  beat(epoch: number, now: number): Promise<void> {
    return this.#connection.run((database) =>
      strictTransaction(database, ['lease'], async ({ store }) => {
        const lease = await store.get('drain')
        if (lease?.epoch !== epoch) throw new Fenced(`${epoch} behind ${lease?.epoch}`)
        await store.put({ ...lease, beatAt: now }, 'drain')
      }),
    )
  }

  /** Lets go: the next one need not wait for the silence. */
  release(epoch: number): Promise<void> {
    return this.#connection.run((database) =>
      strictTransaction(database, ['lease'], async ({ store }) => {
        const lease = await store.get('drain')
        if (lease?.epoch === epoch) await store.put({ ...lease, beatAt: 0 }, 'drain')
      }),
    )
  }
}
