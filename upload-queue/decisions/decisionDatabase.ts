import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames, unwrap } from 'idb'
import { abortOnFailure } from '#upload-queue/store/abortOnFailure.ts'
import { OpenTransactions } from '#upload-queue/store/openTransactions.ts'
import type { KeptDecision } from './decision.ts'

/** A grant for the decisions of one person on one event, valid for 72 h. The session itself is never stored here. */
export interface ModerationGrant {
  readonly grant: string
  /** Milliseconds since 1970. Used to decide when to renew, never whether to send. */
  readonly obtainedAt: number
  readonly expiresAt: number
}

interface DecisionSchema extends DBSchema {
  decisions: { key: string; value: KeptDecision; indexes: { owner: number } }
  grants: { key: [number, number]; value: ModerationGrant }
}
type Name = StoreNames<DecisionSchema>
type Transaction<N extends Name[]> = IDBPTransaction<DecisionSchema, N, 'readwrite'>

/** Connection to the decisions database. Reopens when the browser closed it. */
export class DecisionDatabase {
  readonly transactions = new OpenTransactions()
  readonly #name: string
  #opening: Promise<IDBPDatabase<DecisionSchema>> | undefined

  constructor(name = 'eclats-decisions') {
    this.#name = name
  }

  /**
   * Runs `body` in one transaction with strict durability: once this resolves, the writes survive a power cut. A
   * failure rolls everything back and is retried once on a new connection, so `body` must be idempotent.
   */
  async run<const N extends Name[], T>(names: N, body: (transaction: Transaction<N>) => Promise<T>): Promise<T> {
    try {
      return await this.#try(names, body)
    } catch {
      this.close()
      return this.#try(names, body)
    }
  }

  close(): void {
    const opening = this.#opening
    this.#opening = undefined
    void opening?.then(
      (database) => database.close(),
      () => {},
    )
  }

  async #try<N extends Name[], T>(names: N, body: (transaction: Transaction<N>) => Promise<T>): Promise<T> {
    await this.transactions.whenAwake()
    const database = await this.#open()
    const transaction = database.transaction(names, 'readwrite', { durability: 'strict' })
    this.transactions.add(unwrap(transaction))
    return abortOnFailure(transaction, body)
  }

  #open(): Promise<IDBPDatabase<DecisionSchema>> {
    const opening = (this.#opening ??= openDB<DecisionSchema>(this.#name, 1, {
      upgrade(database) {
        database.createObjectStore('decisions', { keyPath: 'id' }).createIndex('owner', 'ownerId')
        database.createObjectStore('grants')
      },
      // A newer version of the app needs to upgrade the schema: close so that it can.
      blocking: () => this.close(),
      terminated: () => this.close(),
    }))
    opening.catch(() => {
      if (this.#opening === opening) this.#opening = undefined
    })
    return opening
  }
}
