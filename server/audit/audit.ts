import { createHash } from 'node:crypto'
import { type Clock, nowIso } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { pagesById } from '../database/pagesById.ts'
import type { AuditRow } from '../database/tables/messages.ts'
import type { AuditAction } from './auditAction.ts'

/**
 * An audit entry: who did what to which object. The detail must not contain secrets or user text: it outlives the
 * account, and a row of the chain can never be changed.
 */
export interface AuditEntry {
  /** Null: no signed-in person, or a job. */
  readonly acteurId: number | null
  readonly action: AuditAction
  /** `noun:id`, for example `media:12`. */
  readonly objet: string
  readonly detail?: Readonly<Record<string, unknown>>
}

type Link = Pick<AuditRow, 'instant' | 'acteurId' | 'action' | 'objet' | 'detail' | 'precedent'>

/** Both databases limit the values of a statement. */
const rowsPerStatement = 1000

/**
 * Appends to the audit log; each row contains the hash of the previous one.
 * @param database the transaction of the audited change, so that both are committed together
 */
export function writeAudit(database: Database, clock: Clock, entry: AuditEntry): Promise<void> {
  return writeAudits(database, clock, [entry])
}

/**
 * As {@link writeAudit}, for many entries. Call it at the end of a long transaction: every audited change of others
 * waits from here to the commit.
 */
export async function writeAudits(database: Database, clock: Clock, entries: readonly AuditEntry[]): Promise<void> {
  // The update locks the head, so that two writers cannot append to the same row.
  const head = await database
    .updateTable('auditTete')
    .set((set) => ({ hash: set.ref('hash') }))
    .where('id', '=', 1)
    .returning('hash')
    .executeTakeFirstOrThrow()
  const instant = nowIso(clock)
  let { hash } = head
  const rows = entries.map(({ acteurId, action, objet, detail = {} }) => {
    const row: Link = { instant, acteurId, action, objet, detail: JSON.stringify(detail), precedent: hash }
    hash = auditHash(row)
    return { ...row, hash }
  })
  for (let at = 0; at < rows.length; at += rowsPerStatement)
    await database
      .insertInto('audit')
      .values(rows.slice(at, at + rowsPerStatement))
      .execute()
  await database.updateTable('auditTete').set({ hash }).where('id', '=', 1).execute()
}

/**
 * Verifies the whole chain, page by page, also while rows are written.
 * @returns id of the first altered row, or null
 */
export async function firstBrokenAudit(database: Database, pageSize?: number): Promise<number | null> {
  let last = { id: 0, hash: '' }
  const read = (after: number, limit: number) =>
    database.selectFrom('audit').selectAll().where('id', '>', after).orderBy('id').limit(limit).execute()
  for (;;) {
    // Read before the rows: every row up to it is committed by then.
    const { hash: head } = await database.selectFrom('auditTete').select('hash').executeTakeFirstOrThrow()
    const { id: before } = last
    for await (const rows of pagesById(read, { after: before, pageSize }))
      for (const row of rows) {
        if (row.hash !== auditHash(row) || row.precedent !== last.hash) return row.id
        last = row
      }
    if (last.hash === head) return null
    // Rows were written in between: check them against the new head.
    if (last.id === before) return last.id
  }
}

/** The hash of an audit row, which the next row holds as `precedent`. */
export function auditHash({ precedent, instant, acteurId, action, objet, detail }: Link): string {
  const text = JSON.stringify([precedent, instant, acteurId, action, objet, detail])
  return createHash('sha256').update(text).digest('base64url')
}
