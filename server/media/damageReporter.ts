import { writeAudit } from '../audit/audit.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'

/**
 * Reports files that differ from what was committed: one error in the log and one audit row for each media and
 * process. The reader still gets the bytes: they may be the only copy.
 * @param report receives the damage, and the error of an audit row that could not be written
 */
export function damageReporter(
  { database, clock }: DatabaseDeps,
  report: (error: unknown) => void,
): (mediaId: number) => void {
  const reported = new Set<number>()
  return (mediaId) => {
    if (reported.has(mediaId)) return
    reported.add(mediaId)
    report(
      new Error(`The original of media ${mediaId} is damaged: run "npm run integrity" and restore it from a backup.`),
    )
    const entry = { acteurId: null, action: 'media/abime', objet: `media:${mediaId}` } as const
    database
      .transaction()
      .execute((transaction) => writeAudit(transaction, clock, entry))
      .catch(report)
  }
}
