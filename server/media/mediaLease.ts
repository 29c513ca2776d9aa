import { sql, type SqlBool, type Updateable } from 'kysely'
import { isoFromNow, nowIso } from '../clock.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { unsyncedTransaction } from '../database/unsynced.ts'
import type { MediaRow, MediaTable } from '../database/tables/medias.ts'
import { needsFile } from './media.repository.ts'

/** Longer than the work on previews, so that no other process begins it again. */
const firstLeaseMs = 120_000
/** The lease of a media doubles this often: one that fails each time is tried every 16 minutes. */
const maxDoublings = 3

/** The columns of one kind of work. */
interface LeaseColumns {
  readonly end: 'variantesBail' | 'lectureBail'
  readonly tries: 'variantesEssais' | 'lectureEssais'
}
export const variantColumns: LeaseColumns = { end: 'variantesBail', tries: 'variantesEssais' }
export const lectureColumns: LeaseColumns = { end: 'lectureBail', tries: 'lectureEssais' }

// As the partial indexes of migrations 27 and 33 are written: with bound values, SQLite does not use them.
/** Waits for its first variants. */
export const needsThumbnail = sql<SqlBool>`"variantesEtat" in ('A_FAIRE', 'EN_COURS')`
const needsLarge = sql<SqlBool>`"grandeAttendue" = 1`
/** A video that waits for its film. */
export const needsLecture = sql<SqlBool>`"type" = 'VIDEO' and "lectureEtat" = 'A_FAIRE'`

/** Variants to make, and the media they belong to. */
export interface VariantLease {
  readonly media: MediaRow
  /** `vignette`: first variants. `grande`: the variant of 1600 pixels, when no media waits for its first variants. */
  readonly step: 'vignette' | 'grande'
}

/**
 * Leases a media whose variants are to be made; undefined when nothing is left. The newest one of the newest event: a
 * small event does not wait for a large one that many photos were sent to before, and a guest sees their own photo at
 * once.
 */
export async function leaseVariants(deps: DatabaseDeps): Promise<VariantLease | undefined> {
  const change = { variantesEtat: 'EN_COURS' } as const
  const first = await leaseMedia(deps, { isWaiting: needsThumbnail, columns: variantColumns, change })
  if (first) return { media: first, step: 'vignette' }
  const second = await leaseMedia(deps, { isWaiting: needsLarge, columns: variantColumns })
  return second && { media: second, step: 'grande' }
}

/** Leases the newest video of the newest event that waits for its film; undefined when none is left. */
export function leaseLecture(deps: DatabaseDeps): Promise<MediaRow | undefined> {
  return leaseMedia(deps, { isWaiting: needsLecture, columns: lectureColumns })
}

interface LeaseRequest {
  readonly isWaiting: typeof needsThumbnail
  readonly columns: LeaseColumns
  readonly change?: Updateable<MediaTable>
}

/** Leases a media for two minutes, and longer after each failure, so that another process skips it. */
async function leaseMedia(
  { database, clock }: DatabaseDeps,
  { isWaiting, columns: { end, tries }, change }: LeaseRequest,
): Promise<MediaRow | undefined> {
  for (;;) {
    const now = nowIso(clock)
    const next = await database
      .selectFrom('media')
      .select(['id', tries])
      .where(isWaiting)
      .where((where) => where.or([where(end, 'is', null), where(end, '<', now)]))
      .where(needsFile)
      .orderBy('evenementId', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!next) return undefined
    const tried = next[tries]
    const leaseMs = firstLeaseMs * 2 ** Math.min(tried, maxDoublings)
    // A lease that a power cut undoes has no holder: its process has ended too.
    const leased = await unsyncedTransaction(database, (transaction) =>
      transaction
        .updateTable('media')
        .set({ ...change, [end]: isoFromNow(clock, leaseMs), [tries]: tried + 1 })
        .where('id', '=', next.id)
        .where(isWaiting)
        .where(tries, '=', tried)
        .where((where) => where.or([where(end, 'is', null), where(end, '<', now)]))
        .returningAll()
        .executeTakeFirst(),
    )
    // Otherwise another job or process leased it in between.
    if (leased) return leased
  }
}

/** Renews a lease of work that may take longer than two minutes. */
export async function renewLease(
  { database, clock }: DatabaseDeps,
  { id }: Pick<MediaRow, 'id'>,
  { end }: LeaseColumns,
): Promise<void> {
  await database
    .updateTable('media')
    .set({ [end]: isoFromNow(clock, firstLeaseMs) })
    .where('id', '=', id)
    .execute()
}

/** Ends a lease as if the work had not been begun: another media would fail as well. */
export async function returnLease(
  { database }: DatabaseDeps,
  { id }: Pick<MediaRow, 'id'>,
  { end, tries }: LeaseColumns,
): Promise<void> {
  await database
    .updateTable('media')
    .set((set) => ({ [end]: null, [tries]: set(tries, '-', 1) }))
    .where('id', '=', id)
    .where(tries, '>', 0)
    .execute()
}
