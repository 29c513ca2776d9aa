import { type DBSchema, type IDBPDatabase, openDB, unwrap, wrap } from 'idb'
import { StorageBroken, StorageFull } from '#upload-queue/engine/ports.ts'
import type { QueuePause } from '#upload-queue/engine/ports.ts'
import type { QueueItem } from '#upload-queue/engine/queueItem.ts'
import type { JournalEntry } from './journal.ts'
import { OpenTransactions } from './openTransactions.ts'

/** An item as it lies in IndexedDB. */
export interface StoredItem extends QueueItem {
  /** Person, event and source hash while the item lives: the same photo cannot be queued twice. */
  liveKey?: string
  /** Marks the last write, so that one repeated after a lost connection is recognised. */
  stamp?: string
}

export interface StoredGrant {
  readonly ownerId: number
  readonly evenementId: number
  readonly grant: string
  readonly grantId: string
  /** Milliseconds since 1970; decides when to renew, never whether to send. */
  readonly obtainedAt: number
  readonly expiresAt: number
}

/** Who drains, since when. */
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
  /** 1 MiB each, as ArrayBuffer: Safari sends a File that was read back from IndexedDB as an empty body. */
  rows: { key: [string, number]; value: ArrayBuffer }
  previews: { key: string; value: StoredPreview }
  grants: { key: [number, number]; value: StoredGrant }
  lease: { key: 'drain'; value: Lease }
  hold: { key: 'queue'; value: QueuePause }
  journal: { key: number; value: JournalEntry }
}
export type QueueDatabase = IDBPDatabase<QueueSchema>

/** Each step only adds; what stands at place n leads from version n to n + 1. */
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
  // Lighter versions stand behind the rows of their original: an older version of the app would send the wrong rows.
  () => {},
]

/** One connection to the queue's database, opened again when the system took it away. */
export class QueueConnection {
  readonly transactions = new OpenTransactions()
  readonly #name: string
  #opening: Promise<QueueDatabase> | undefined

  constructor(name = 'eclats-envois') {
    this.#name = name
  }

  /**
   * Runs an operation; a lost connection or a full disk gets one more try on a fresh connection.
   * The operation must bear being run twice.
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
      // A newer version of the app wants to extend the schema: make room. This one then refuses to write.
      blocking: () => this.close(),
      terminated: () => this.close(),
    }).then((database) => watched(database, this.transactions)))
    opening.catch(() => {
      if (this.#opening === opening) this.#opening = undefined
    })
    return opening
  }
}

/** The library's short cuts begin transactions of their own: all are seen here. */
function watched(database: QueueDatabase, transactions: OpenTransactions): QueueDatabase {
  const raw = unwrap(database)
  const begin = raw.transaction.bind(raw)
  raw.transaction = (...args) => {
    const transaction = begin(...args)
    transactions.add(transaction)
    // A short cut that reads listens to its answer alone; an undone transaction must not end unheard.
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
