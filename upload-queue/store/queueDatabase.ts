import { type DBSchema, type IDBPDatabase, openDB, unwrap, wrap } from 'idb'
import { StorageBroken, StorageFull } from '#upload-queue/engine/ports.ts'
import type { QueuePause } from '#upload-queue/engine/ports.ts'
import type { QueueItem } from '#upload-queue/engine/queueItem.ts'
import type { JournalEntry } from './journal.ts'
import { OpenTransactions } from './openTransactions.ts'

export interface StoredItem extends QueueItem {
  /** Person, event and source hash while the item has not ended: the same photo cannot be queued twice. */
  liveKey?: string
  /** Identifies the last write, so that a retry after a lost connection is idempotent. */
  stamp?: string
}

export interface StoredGrant {
  readonly ownerId: number
  readonly evenementId: number
  readonly grant: string
  readonly grantId: string
  /** Milliseconds since 1970. Used to decide when to renew, never whether to send. */
  readonly obtainedAt: number
  readonly expiresAt: number
}

/** The current drainer and its last heartbeat. */
export interface Lease {
  readonly holder: string
  readonly epoch: number
  readonly beatAt: number
}

export interface StoredPreview {
  readonly type: string
  readonly bytes: ArrayBuffer
}

export interface QueueSchema extends DBSchema {
  items: { key: string; value: StoredItem; indexes: { live: string; owner: number } }
  /** 1 MiB each, as ArrayBuffer: Safari sends a File read from IndexedDB as an empty body. */
  rows: { key: [string, number]; value: ArrayBuffer }
  previews: { key: string; value: StoredPreview }
  grants: { key: [number, number]; value: StoredGrant }
  lease: { key: 'drain'; value: Lease }
  hold: { key: 'queue'; value: QueuePause }
  journal: { key: number; value: JournalEntry }
}
export type QueueDatabase = IDBPDatabase<QueueSchema>

/** Migrations only add. The one at index n upgrades version n to n + 1. */
const migrations: readonly ((database: QueueDatabase) => void)[] = [
  (database) => {
    const items = database.createObjectStore('items', { keyPath: 'id' })
    items.createIndex('live', 'liveKey', { unique: true })
    items.createIndex('owner', 'ownerId')
    database.createObjectStore('rows')
    database.createObjectStore('previews')
    database.createObjectStore('grants')
    database.createObjectStore('lease')
    database.createObjectStore('hold')
    database.createObjectStore('journal', { autoIncrement: true })
  },
  // Version 2 stores compressed versions after the rows of the original; version 1 would send the wrong rows.
  () => {},
]

/** Connection to the queue's database. Reopens when the browser closed it. */
export class QueueConnection {
  readonly transactions = new OpenTransactions()
  readonly #name: string
  #opening: Promise<QueueDatabase> | undefined

  constructor(name = 'eclats-envois') {
    this.#name = name
  }

  /**
   * Runs an operation, and retries it once on a new connection after a storage error. The operation must be idempotent.
   * @throws StorageFull, StorageBroken
   */
  async run<T>(operation: (database: QueueDatabase) => Promise<T>): Promise<T> {
    try {
      return await this.#try(operation)
    } catch (error) {
      if (!isOfStorage(error)) throw error
    }
    this.close()
    try {
      return await this.#try(operation)
    } catch (error) {
      if (!isOfStorage(error)) throw error
      throw asStorageError(error)
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

  async #try<T>(operation: (database: QueueDatabase) => Promise<T>): Promise<T> {
    await this.transactions.whenAwake()
    return operation(await this.#open())
  }

  #open(): Promise<QueueDatabase> {
    const opening = (this.#opening ??= openDB<QueueSchema>(this.#name, migrations.length, {
      upgrade(database, oldVersion) {
        for (const migrate of migrations.slice(oldVersion)) migrate(database)
      },
      // A newer version of the app needs to upgrade the schema: close so that it can. This version then refuses to
      // write.
      blocking: () => this.close(),
      terminated: () => this.close(),
    }).then((database) => watched(database, this.transactions)))
    opening.catch(() => {
      if (this.#opening === opening) this.#opening = undefined
    })
    return opening
  }
}

/** Tracks all transactions, including those that the shortcut methods of `idb` create. */
function watched(database: QueueDatabase, transactions: OpenTransactions): QueueDatabase {
  const raw = unwrap(database)
  const begin = raw.transaction.bind(raw)
  raw.transaction = (...args) => {
    const transaction = begin(...args)
    transactions.add(transaction)
    // The read shortcuts of `idb` await only their request; an aborted transaction must not become an unhandled
    // rejection.
    wrap(transaction).done.catch(() => {})
    return transaction
  }
  return database
}

const storageErrors = new Set([
  'InvalidStateError',
  'UnknownError',
  'AbortError',
  'TransactionInactiveError',
  'QuotaExceededError',
  'VersionError',
  'TimeoutError',
  'DataError',
  'NotFoundError',
  'SecurityError',
  'OperationError',
  'NotReadableError',
])

function isOfStorage(error: unknown): boolean {
  return error instanceof Error && storageErrors.has(error.name)
}

function asStorageError(error: unknown): StorageBroken {
  const name = error instanceof Error ? error.name : ''
  return name === 'QuotaExceededError'
    ? new StorageFull(name, { cause: error })
    : new StorageBroken(name, { cause: error })
}
