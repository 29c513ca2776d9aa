import { randomInt } from 'node:crypto'
import { SqliteAdapter, sql } from 'kysely'
import type { Database } from '../database/database.ts'

/**
 * Ids that a restore leaves out in every table. More than a large host gives between a backup and its restore, a mail or
 * a notification for each of its people included. Another number each time: the same backup may be restored again after
 * the service has run on it. PostgreSQL's ids end at 2 147 483 647: after 1 000 restores at the earliest.
 */
const idGap = { min: 1_000_000, max: 2_000_000 }

/**
 * Makes the next ids of a restored database new ones. The service gave ids after the backup that the rows do not know,
 * and they are in use outside of it: a phone holds a decision about a media, photos for an event and cached thumbnails,
 * addresses name people and events. Given again, such an id would be that of another photo, event or person. It applies
 * to every table, so that a later one is not left out.
 */
export async function advanceIds(database: Database): Promise<void> {
  const gap = randomInt(idGap.min, idGap.max)
  if (!(database.getExecutor().adapter instanceof SqliteAdapter)) {
    await sql`
      select setval(format('%I.%I', schemaname, sequencename)::regclass, coalesce(last_value, 0) + ${gap})
      from pg_sequences where schemaname = current_schema()`.execute(database)
    return
  }
  // A table that never had a row is missing.
  await sql`
    insert into sqlite_sequence (name, seq)
    select name, 0 from sqlite_master
    where type = 'table' and sql like '%autoincrement%' and name not in (select name from sqlite_sequence)`.execute(
    database,
  )
  await sql`update sqlite_sequence set seq = seq + ${gap}`.execute(database)
}
