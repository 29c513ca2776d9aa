import { dayMs } from '#domain/contract/durations.ts'
import { isoFromNow } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'

const yearMs = 365.25 * dayMs
/** Limitation period of claims (Code civil, 2224), and retention of accounting records (Code de commerce, L123-22). */
const keptYears = { consentement: 5, abonnement: 10 } as const

/** Deletes the proofs of erased people after their retention period. */
export async function forgetProofs({ database, clock }: DatabaseDeps): Promise<void> {
  for (const table of ['consentement', 'abonnement'] as const) {
    const gone = erasedBefore(database, isoFromNow(clock, -keptYears[table] * yearMs))
    await database.deleteFrom(table).where('utilisateurId', 'in', gone).execute()
  }
}

function erasedBefore(database: Database, instant: string) {
  return database.selectFrom('utilisateur').select('id').where('effaceLe', '<=', instant)
}
