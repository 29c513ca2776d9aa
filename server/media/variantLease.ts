import { sql, type SqlBool } from 'kysely'
import { isoFromNow, nowIso } from '../clock.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { unsyncedTransaction } from '../database/unsynced.ts'
import type { MediaRow } from '../database/tables/medias.ts'
import { needsFile } from './media.repository.ts'

/** Longer than the work, so that no other process begins it again. */
const firstLeaseMs = 120_000
/** The lease of a media doubles this often: one whose variants fail each time is tried every 16 minutes. */
const maxDoublings = 3

// As the partial indexes of migration 27 are written: with bound values, SQLite does not use them.
const needsThumbnail = sql<SqlBool>`"variantesEtat" in ('A_FAIRE', 'EN_COURS')`
const needsLarge = sql<SqlBool>`"grandeAttendue" = 1`

/** Variants to make, and the media they belong to. */
export interface VariantLease {
  readonly media: MediaRow
  /** `vignette`: first variants. `grande`: the variant of 1600 pixels, when no media waits for its first variants. */
  readonly step: 'vignette' | 'grande'
}

/**
 * Leases a media for two minutes, and longer after each failure, so that another process skips it: the newest one of
 * the newest event. A small event does not wait for a large one that many photos were sent to before, and a guest sees
 * their own photo at once.
 * @returns undefined when nothing is left
 */
export async function leaseVariants(deps: DatabaseDeps): Promise<VariantLease | undefined> {
  const first = await lease(deps, needsThumbnail, { variantesEtat: 'EN_COURS' })
  if (first) return { media: first, step: 'vignette' }
  const second = await lease(deps, needsLarge, {})
  return second && { media: second, step: 'grande' }
}

async function lease(
  { database, clock }: DatabaseDeps,
  isWaiting: typeof needsThumbnail,
  change: { readonly variantesEtat?: 'EN_COURS' },
): Promise<MediaRow | undefined> {
  for (;;) {
    const now = nowIso(clock)
    const next = await database
      .selectFrom('media')
      .select(['id', 'variantesEssais'])
      .where(isWaiting)
      .where((where) => where.or([where('variantesBail', 'is', null), where('variantesBail', '<', now)]))
      .where(needsFile)
      .orderBy('evenementId', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!next) return undefined
    const leaseMs = firstLeaseMs * 2 ** Math.min(next.variantesEssais, maxDoublings)
    // A lease that a power cut undoes has no holder any more.
    const leased = await unsyncedTransaction(database, (transaction) =>
      transaction
        .updateTable('media')
        .set((update) => ({
          ...change,
          variantesBail: isoFromNow(clock, leaseMs),
          variantesEssais: update('variantesEssais', '+', 1),
        }))
        .where('id', '=', next.id)
        .where(isWaiting)
        .where((where) => where.or([where('variantesBail', 'is', null), where('variantesBail', '<', now)]))
        .returningAll()
        .executeTakeFirst(),
    )
    // Otherwise another job or process leased it in between.
    if (leased) return leased
  }
}

/** Ends a lease as if the work had not been begun: the storage was away, so that another media would fail as well. */
export async function returnVariants({ database }: DatabaseDeps, { id }: Pick<MediaRow, 'id'>): Promise<void> {
  await database.updateTable('media').set({ variantesBail: null, variantesEssais: 0 }).where('id', '=', id).execute()
}
