import type { Clock } from '../clock.ts'
import type { Database } from './database.ts'

export interface DatabaseDeps {
  readonly database: Database
  readonly clock: Clock
}
