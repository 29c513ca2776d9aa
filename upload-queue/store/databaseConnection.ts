import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames, unwrap, wrap } from 'idb'
import { StorageBroken, StorageFull } from '#upload-queue/engine/queueErrors.ts'
import { abortOnFailure } from './abortOnFailure.ts'
import { OpenTransactions } from './openTransactions.ts'

/** Migrations only add. The one at index n upgrades version n to n + 1. */
export type Migrations<S extends DBSchema> = readonly ((database: IDBPDatabase<S>) => void)[]

/**
 * How long an upgrade waits for the pages of an older version of the app, in milliseconds. They close their connections
 * at once, unless the system has frozen them.
 */
const blockedMs = 10_000
/** Tries of an operation whose connection is closed each time by another operation or by the browser. */
const mostAttempts = 6

/** A connection that is open or being opened. */
interface Opening<S extends DBSchema> {
  database: Promise<IDBPDatabase<S>>
  /** Like `database`, but rejects while an older page has blocked it for too long: operations fail instead of waiting. */
  usable: Promise<IDBPDatabase<S>>
  isOpen: boolean
  isBlocked: boolean
}

/** Connection to one database of this origin. Reopens when the browser closed it. */
export class DatabaseConnection<S extends DBSchema> {
  readonly transactions = new OpenTransactions()
  /** Called when the browser has closed the connection by itself: it may have deleted the data. */
  onTerminated: () => void = () => {}
  readonly #name: string
  readonly #migrations: Migrations<S>
  readonly #blockedMs: number
  #opening: Opening<S> | undefined

  /** @param timeouts see {@link blockedMs} */
  constructor(name: string, migrations: Migrations<S>, timeouts = { blockedMs }) {
    this.#name = name
    this.#migrations = migrations
    this.#blockedMs = timeouts.blockedMs
  }

  /**
   * Runs an operation, and retries it once on a new connection after a storage error. A failure on a connection that
   * another operation has closed does not count. The operation must be idempotent.
   * @throws StorageFull, StorageBroken
   */
  async run<T>(operation: (database: IDBPDatabase<S>) => Promise<T>): Promise<T> {
    let ownFailures = 0
    for (let attempt = 1; ; attempt += 1) {
      await this.transactions.whenAwake()
      const opening = this.#opened()
      try {
        return await operation(await opening.usable)
      } catch (error) {
        if (!isOfStorage(error)) throw error
        if (this.#opening === opening) ownFailures += 1
        // While it is blocked, a second request to open it would wait behind the first one.
        if (opening.isBlocked || ownFailures > 1 || attempt >= mostAttempts) throw asStorageError(error)
        this.#close(opening)
      }
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
    if (this.#opening) this.#close(this.#opening)
  }

  /** Closes this connection only: another operation may have opened the next one. */
  #close(opening: Opening<S>): void {
    if (this.#opening === opening) this.#opening = undefined
    void opening.database.then(
      (database) => database.close(),
      () => {},
    )
  }

  /** @throws StorageBroken where the browser forbids storage to this site */
  #opened(): Opening<S> {
    try {
      return (this.#opening ??= this.#open())
    } catch (error) {
      // Firefox and Safari throw from `indexedDB.open`, Chromium fails the request.
      throw isOfStorage(error) ? asStorageError(error) : error
    }
  }

  #open(): Opening<S> {
    const migrations = this.#migrations
    const blocked = Promise.withResolvers<never>()
    const block = () => {
      if (opening.isOpen) return
      opening.isBlocked = true
      blocked.reject(new DOMException('a page of an older version keeps the database open', 'TimeoutError'))
    }
    const database = openDB<S>(this.#name, migrations.length, {
      upgrade(fresh, oldVersion) {
        for (const migrate of migrations.slice(oldVersion)) migrate(fresh)
      },
      blocked: () => void setTimeout(block, this.#blockedMs),
      // A newer version of the app needs to upgrade the schema: close so that it can. This version then refuses to
      // write.
      blocking: () => this.#close(opening),
      terminated: () => {
        this.#close(opening)
        this.onTerminated()
      },
    }).then((opened) => {
      opening.isOpen = true
      opening.isBlocked = false
      opening.usable = database
      return watched(opened, this.transactions)
    })
    const opening: Opening<S> = {
      database,
      usable: Promise.race([database, blocked.promise]),
      isOpen: false,
      isBlocked: false,
    }
    database.catch(() => {
      if (this.#opening === opening) this.#opening = undefined
    })
    return opening
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
