import { dayMs } from '#domain/contract/durations.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { isLiving, type StatutAbonnement } from '#domain/abonnement/abonnement.ts'
import { writeAudit } from '../audit/audit.ts'
import { isoFromNow, nowIso } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { AbonnementRow } from '../database/tables/people.ts'
import { findAbonnementsUntil, setStatutAbonnement } from './abonnement.repository.ts'

/** An ended subscription is archived after the same time as an account (specification, section 9). */
const archiveMs = 365 * dayMs

/** Advances statuts by the clock: ACTIF becomes EXPIRE at its end, ended subscriptions become ACHIVE a year later. */
export async function expireAbonnements({ database, clock }: DatabaseDeps): Promise<void> {
  const now = nowIso(clock)
  await database.transaction().execute(async (transaction) => {
    const due = await findAbonnementsUntil(transaction, ['ACTIF'], now)
    const over = due.filter((row) => !isLiving({ ...row, renouvele: row.renouvele === 1 }, now))
    for (const row of over) await move(transaction, clock, { row, statut: 'EXPIRE' })
    const old = await findAbonnementsUntil(transaction, ['ANNULE', 'EXPIRE'], isoFromNow(clock, -archiveMs))
    for (const row of old) await move(transaction, clock, { row, statut: 'ACHIVE' })
  })
}

async function move(
  database: Database,
  clock: DatabaseDeps['clock'],
  { row, statut }: { row: AbonnementRow; statut: StatutAbonnement },
): Promise<void> {
  if (!(await setStatutAbonnement(database, row, statut))) return
  const detail = { plan: row.plan, statut, de: row.statut }
  const objet = `utilisateur:${row.utilisateurId}`
  await writeAudit(database, clock, { acteurId: null, action: 'abonnement/horloge', objet, detail })
}
