import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames, unwrap, wrap } from 'idb'
import { StorageBroken, StorageFull } from '#upload-queue/engine/ports.ts'
import { abortOnFailure } from './abortOnFailure.ts'
import { OpenTransactions } from './openTransactions.ts'

/** Migrations only add. The one at index n upgrades version n to n + 1. */
export type Migrations<S extends DBSchema> = readonly ((database: IDBPDatabase<S>) => void)[]

/**
 * How long an upgrade waits for the pages of an older version of the app, in milliseconds. They close their connections
 * at once, unless the system has frozen them.
 */
const blockedMs = 10_000

/** Connection to one database of this origin. Reopens when the browser closed it. */
export class DatabaseConnection<S extends DBSchema> {
  readonly transactions = new OpenTransactions()
  readonly #name: string
  readonly #migrations: Migrations<S>
  readonly #blockedMs: number
  #opening: Promise<IDBPDatabase<S>> | undefined
  /** Like `#opening`, but rejects while an older page has blocked it for too long: operations fail instead of waiting. */
  #usable: Promise<IDBPDatabase<S>> | undefined
  #isBlocked = false

  /** @param timeouts see {@link blockedMs} */
  constructor(name: string, migrations: Migrations<S>, timeouts = { blockedMs }) {
    this.#name = name
    this.#migrations = migrations
    this.#blockedMs = timeouts.blockedMs
  }

  /**
   * Runs an operation, and retries it once on a new connection after a storage error. The operation must be idempotent.
   * @throws StorageFull, StorageBroken
   */
  async run<T>(operation: (database: IDBPDatabase<S>) => Promise<T>): Promise<T> {
    try {
      return await this.#try(operation)
    } catch (error) {
      if (!isOfStorage(error)) throw error
      // A second request to open it would wait behind the first one.
      if (this.#isBlocked) throw asStorageError(error)
    }
    this.close()
    try {
      return await this.#try(operation)
    } catch (error) {
      if (!isOfStorage(error)) throw error
      throw asStorageError(error)
    }
  }

  /**
   * Like {@link run}, in one read-write transaction with strict durability: once this resolves, the writes survive a
   * power cut. An error of `body` rolls everything back. `body` may await only requests of the transaction.
   */
  transact<const N extends StoreNames<S>[], T>(
    names: N,
    body: (transaction: IDBPTransaction<S, N, 'readwrite'>) => Promise<T>,
  ): Promise<T> {
    return this.run((database) =>
      abortOnFailure(database.transaction(names, 'readwrite', { durability: 'strict' }), body),
    )
  }

  close(): void {
    const opening = this.#opening
    this.#forgetOpening()
    void opening?.then(
      (database) => database.close(),
      () => {},
    )
  }

  async #try<T>(operation: (database: IDBPDatabase<S>) => Promise<T>): Promise<T> {
    await this.transactions.whenAwake()
    return operation(await this.#open())
  }

  #open(): Promise<IDBPDatabase<S>> {
    if (this.#usable) return this.#usable
    const migrations = this.#migrations
    const blocked = Promise.withResolvers<never>()
    const reject = () => {
      if (this.#opening !== opening || this.#usable === opening) return
      this.#isBlocked = true
      blocked.reject(new DOMException('a page of an older version keeps the database open', 'TimeoutError'))
    }
    const opening = openDB<S>(this.#name, migrations.length, {
      upgrade(database, oldVersion) {
        for (const migrate of migrations.slice(oldVersion)) migrate(database)
      },
      blocked: () => void setTimeout(reject, this.#blockedMs),
      // A newer version of the app needs to upgrade the schema: close so that it can. This version then refuses to
      // write.
      blocking: () => this.close(),
      terminated: () => this.close(),
    }).then((database) => {
      if (this.#opening === opening) {
        this.#usable = opening
        this.#isBlocked = false
      }
      return watched(database, this.transactions)
    })
    opening.catch(() => {
      if (this.#opening === opening) this.#forgetOpening()
    })
    this.#opening = opening
    this.#usable = Promise.race([opening, blocked.promise])
    return this.#usable
  }

  #forgetOpening(): void {
    this.#opening = undefined
    this.#usable = undefined
    this.#isBlocked = false
  }
}

/** Tracks all transactions, including those that the shortcut methods of `idb` create. */
function watched<S extends DBSchema>(database: IDBPDatabase<S>, transactions: OpenTransactions): IDBPDatabase<S> {
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

/** For a write that may be left out when the device has no usable storage (private window, full); throws any other error. */
export function ignoreBrokenStorage(error: unknown): void {
  if (!(error instanceof StorageBroken)) throw error
}

/** For a write that may be left out when the storage of the device is full; throws any other error. */
export function ignoreFullStorage(error: unknown): void {
  if (!(error instanceof StorageFull)) throw error
}

function isOfStorage(error: unknown): boolean {
  return error instanceof Error && storageErrors.has(error.name)
}

function asStorageError(error: unknown): StorageBroken {
  const name = error instanceof Error ? error.name : ''
  return name === 'QuotaExceededError'
    ? new StorageFull(name, { cause: error })
    : new StorageBroken(name, { cause: error })
}
