import { createHash } from 'node:crypto'
import { type Clock, nowIso } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { AuditRow } from '../database/tables/messages.ts'

/**
 * What happened: who, to what, and a detail that holds no secret and no words of anybody: it outlives them, and a row of
 * the chain can never be changed.
 */
export interface AuditEntry {
  /** Null: nobody signed in, or the clock. */
  readonly acteurId: number | null
  /** `noun/verb`, for example `media/valider`. */
  readonly action: string
  /** `noun:id`, for example `media:12`. */
  readonly objet: string
  readonly detail?: Readonly<Record<string, unknown>>
}

type Link = Pick<AuditRow, 'instant' | 'acteurId' | 'action' | 'objet' | 'detail' | 'precedent'>

/**
 * Appends to the audit log; each row hashes the one before.
 * @param database the transaction of the deed, so that neither stands without the other
 */
export async function writeAudit(database: Database, clock: Clock, entry: AuditEntry): Promise<void> {
  const { acteurId, action, objet, detail = {} } = entry
  // The update locks the head: two writers cannot follow the same row.
  const head = await database
    .updateTable('auditTete')
    .set((set) => ({ hash: set.ref('hash') }))
    .where('id', '=', 1)
    .returning('hash')
    .executeTakeFirstOrThrow()
  const instant = nowIso(clock)
  const row: Link = { instant, acteurId, action, objet, detail: JSON.stringify(detail), precedent: head.hash }
  const hash = hashOf(row)
  await database
    .insertInto('audit')
    .values({ ...row, hash })
    .execute()
  await database.updateTable('auditTete').set({ hash }).where('id', '=', 1).execute()
}

/** Walks the whole chain. @returns id of the first row that was altered, null when all hold */
export async function firstBrokenAudit(database: Database): Promise<number | null> {
  const rows = await database.selectFrom('audit').selectAll().orderBy('id').execute()
  const broken = rows.find((row, at) => row.hash !== hashOf(row) || row.precedent !== (rows[at - 1]?.hash ?? ''))
  if (broken) return broken.id
  const head = await database.selectFrom('auditTete').select('hash').executeTakeFirstOrThrow()
  const last = rows.at(-1)
  return head.hash === (last?.hash ?? '') ? null : (last?.id ?? 0)
}

function hashOf({ precedent, instant, acteurId, action, objet, detail }: Link): string {
  const text = JSON.stringify([precedent, instant, acteurId, action, objet, detail])
  return createHash('sha256').update(text).digest('base64url')
}
