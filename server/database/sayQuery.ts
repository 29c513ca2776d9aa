import type { LogEvent } from 'kysely'
import { say } from '../metrics/measures.ts'

/** Says how long a statement took, for the metrics. */
export function sayQuery({ level, queryDurationMillis }: LogEvent): void {
  say('query', { isFailed: level === 'error', seconds: queryDurationMillis / 1000 })
}
