import type { Clock } from '../clock.ts'
import type { Database } from './database.ts'

/** What reading and writing rows needs: the database or an open transaction, and the clock that dates the rows. */
export interface DatabaseDeps {
  readonly database: Database
  readonly clock: Clock
}
