/** What a database's refusal means for who asked, whichever database it was. */
export type DatabaseTrouble =
  /** Somebody else has what this needs, or was faster: worth asking again at once. */
  | 'busy'
  /** It cannot be reached, or is starting, stopping or standing by. */
  | 'away'
  /** No room for a row. */
  | 'full'
  /** A text it cannot hold. */
  | 'unstorable'

/** SQLSTATE codes, or their first two characters for a class, and the codes of SQLite and of the system. */
const troubles: Readonly<Record<string, DatabaseTrouble>> = {
  SQLITE_BUSY: 'busy',
  SQLITE_LOCKED: 'busy',
  SQLITE_FULL: 'full',
  // A damaged file: the log has the cause, callers may only come back.
  SQLITE_CORRUPT: 'away',
  SQLITE_NOTADB: 'away',
  // A row it names, or leaves room for, has just gone or come: asked again, the call hears so.
  SQLITE_CONSTRAINT_FOREIGNKEY: 'busy',
  SQLITE_CONSTRAINT_UNIQUE: 'busy',
  '23503': 'busy',
  '23505': 'busy',
  // Serialisation, deadlock, lock or statement that took too long.
  '40': 'busy',
  '55P03': 'busy',
  '57014': 'busy',
  '53100': 'full',
  // Too many connections, no memory; shutdown, start; lost connection; a standby that only reads.
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

/** What the driver says in words alone. */
const lostConnection =
  /^Connection terminated|not queryable|^Query read timeout|^timeout exceeded when trying to connect|^Postgres connection has been discarded/

/** Null: not the database's doing, or a mistake of ours. */
export function databaseTroubleOf(error: unknown): DatabaseTrouble | null {
  if (!(error instanceof Error)) return null
  const code = codeOf(error)
  if (code === null) return lostConnection.test(error.message) ? 'away' : null
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect' ? 'away' : null
  return troubles[code] ?? troubles[code.replace(/^(SQLITE_[A-Z]+)_.*/, '$1')] ?? stateClass(code)
}

/** Whether PostgreSQL ended a transaction because two waited for each other, so that it may simply be begun again. */
export function isEndedForAnother(error: unknown): boolean {
  return error instanceof Error && /^40(001|P01)$/.test(codeOf(error) ?? '')
}

function stateClass(code: string): DatabaseTrouble | null {
  return /^[0-9A-Z]{5}$/.test(code) ? (troubles[code.slice(0, 2)] ?? null) : null
}

function codeOf(error: Error): string | null {
  return 'code' in error && typeof error.code === 'string' ? error.code : null
}
