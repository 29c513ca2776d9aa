import { isoFromNow } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'

const yearMs = 365.25 * 86_400_000
/** As long as a claim can be brought (Code civil, 2224) and books are kept (Code de commerce, L123-22). */
const keptYears = { consentement: 5, abonnement: 10 } as const

/** Forgets what stayed of erased people as proof, once nobody can ask for it any more. */
export async function forgetProofs({ database, clock }: DatabaseDeps): Promise<void> {
  for (const table of ['consentement', 'abonnement'] as const) {
    const gone = erasedBefore(database, isoFromNow(clock, -keptYears[table] * yearMs))
    await database.deleteFrom(table).where('utilisateurId', 'in', gone).execute()
  }
}

function erasedBefore(database: Database, instant: string) {
  return database.selectFrom('utilisateur').select('id').where('effaceLe', '<=', instant)
}
