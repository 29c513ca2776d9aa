/** The meaning of a database error for the caller, the same for both databases. */
export type DatabaseTrouble =
  /** Locked by another transaction, or a lost race: retry immediately. */
  | 'busy'
  /** Unreachable, starting, stopping or read-only. */
  | 'away'
  /** No space for a row. */
  | 'full'
  /** A text that the database cannot store. */
  | 'unstorable'

/** SQLSTATE codes, or their first two characters for a class, and the codes of SQLite and of the system. */
const troubles: Readonly<Record<string, DatabaseTrouble>> = {
  SQLITE_BUSY: 'busy',
  SQLITE_LOCKED: 'busy',
  SQLITE_FULL: 'full',
  // A damaged file: the log has the cause, callers can only retry later.
  SQLITE_CORRUPT: 'away',
  SQLITE_NOTADB: 'away',
  // A concurrent transaction added or deleted a related row: a retry gets the right error.
  SQLITE_CONSTRAINT_FOREIGNKEY: 'busy',
  SQLITE_CONSTRAINT_UNIQUE: 'busy',
  '23503': 'busy',
  '23505': 'busy',
  // Serialization failure, deadlock, lock timeout, statement timeout.
  '40': 'busy',
  '55P03': 'busy',
  '57014': 'busy',
  '53100': 'full',
  // Too many connections, out of memory; shutdown, start; connection lost; read-only standby.
  '53': 'away',
  '57': 'away',
  '08': 'away',
  '25006': 'away',
  ECONNREFUSED: 'away',
  ECONNRESET: 'away',
  EPIPE: 'away',
  ETIMEDOUT: 'away',
  EHOSTUNREACH: 'away',
  ENETUNREACH: 'away',
  ENOTFOUND: 'away',
  EAI_AGAIN: 'away',
  // U+0000 in a text.
  '22021': 'unstorable',
}

/** Driver errors that have a message but no code. */
const lostConnection =
  /^Connection terminated|not queryable|^Query read timeout|^timeout exceeded when trying to connect|^Postgres connection has been discarded/

/** Classifies an error; null when it is not a database failure, or is a bug of ours. */
export function databaseTroubleOf(error: unknown): DatabaseTrouble | null {
  if (!(error instanceof Error)) return null
  const code = codeOf(error)
  if (code === null) return lostConnection.test(error.message) ? 'away' : null
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect' ? 'away' : null
  return troubles[code] ?? troubles[code.replace(/^(SQLITE_[A-Z]+)_.*/, '$1')] ?? stateClass(code)
}

/** Whether PostgreSQL ended the transaction because of a deadlock or a serialization failure: it can be retried. */
export function isEndedForAnother(error: unknown): boolean {
  return error instanceof Error && /^40(001|P01)$/.test(codeOf(error) ?? '')
}

function stateClass(code: string): DatabaseTrouble | null {
  return /^[0-9A-Z]{5}$/.test(code) ? (troubles[code.slice(0, 2)] ?? null) : null
}

function codeOf(error: Error): string | null {
  return 'code' in error && typeof error.code === 'string' ? error.code : null
}
