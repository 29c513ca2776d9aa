import type { LogEvent } from 'kysely'
import { recordMeasure } from '../metrics/measures.ts'

/** Records the duration of a statement in the metrics. */
export function recordQuery({ level, queryDurationMillis }: LogEvent): void {
  recordMeasure('query', { isFailed: level === 'error', seconds: queryDurationMillis / 1000 })
}
