import { writeAudit } from '../audit/audit.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import type { Secrets } from '../secrets/secrets.ts'

export interface AvisDeps extends DatabaseDeps {
  readonly secrets: Secrets
}

/** Whether a person also gets notices by mail. */
export async function readAvisCourriel(
  { database }: Pick<AvisDeps, 'database'>,
  utilisateurId: number,
): Promise<{ courriel: boolean }> {
  const row = await database
    .selectFrom('utilisateur')
    .select('avisCourriel')
    .where('id', '=', utilisateurId)
    .executeTakeFirst()
  return { courriel: row?.avisCourriel === 1 }
}

/** Enables or disables notifications by mail. Idempotent. @param deps with a transaction */
export async function changeAvisCourriel(
  { database, clock }: Pick<AvisDeps, 'database' | 'clock'>,
  { utilisateurId, acteurId, courriel }: { utilisateurId: number; acteurId: number | null; courriel: boolean },
): Promise<void> {
  const avisCourriel = courriel ? 1 : 0
  const { numUpdatedRows } = await database
    .updateTable('utilisateur')
    .set({ avisCourriel })
    .where('id', '=', utilisateurId)
    .where('avisCourriel', '<>', avisCourriel)
    .where('effaceLe', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  const action = courriel ? 'avis/demandes' : 'avis/declines'
  await writeAudit(database, clock, { acteurId, action, objet: `utilisateur:${utilisateurId}` })
}
