import { dayMs } from '#domain/contract/durations.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { isLiving, type StatutAbonnement } from '#domain/abonnement/abonnement.ts'
import { writeAudit } from '../audit/audit.ts'
import { isoFromNow, nowIso } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { AbonnementRow } from '../database/tables/people.ts'
import { workEach } from '../workEach.ts'
import { findAbonnement, findAbonnementsUntil, setStatutAbonnement } from './abonnement.repository.ts'
import { askFor } from './askProvider.ts'
import type { NoticeDeps } from './paymentNotice.ts'

/** An ended subscription is archived after the same time as an account (specification, section 9). */
const archiveMs = 365 * dayMs

/**
 * Advances statuts by the clock: ACTIF becomes EXPIRE at its end, ended subscriptions become ACHIVE a year later. Does
 * not end those that the provider renews: see {@link expireRenewed}.
 */
export async function expireAbonnements({ database, clock, payment }: NoticeDeps): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    for (const row of await findOver(transaction, clock)) {
      if (renewedReference(row, payment) === null) await move(transaction, clock, { row, statut: 'EXPIRE' })
    }
    const old = await findAbonnementsUntil(transaction, ['ANNULE', 'EXPIRE'], isoFromNow(clock, -archiveMs))
    for (const row of old) await move(transaction, clock, { row, statut: 'ACHIVE' })
  })
}

/**
 * Ends renewing subscriptions whose renewal did not come, after the provider was asked: its message may be lost. Waits
 * for the next round while the provider does not answer.
 */
export async function expireRenewed(deps: NoticeDeps): Promise<void> {
  const { database, clock, payment } = deps
  await workEach(await findOver(database, clock), async (seen) => {
    const reference = renewedReference(seen, payment)
    if (reference === null) return
    await askFor(deps, reference)
    await database.transaction().execute(async (transaction) => {
      const row = await findAbonnement(transaction, seen.utilisateurId)
      if (row && isOver(row, nowIso(clock))) await move(transaction, clock, { row, statut: 'EXPIRE' })
    })
  })
}

/** Reference of a subscription that this provider renews; null for any other. */
function renewedReference({ renouvele, fournisseur, reference }: AbonnementRow, payment: NoticeDeps['payment']) {
  return renouvele === 1 && fournisseur === payment.fournisseur ? reference : null
}

async function findOver(database: Database, clock: DatabaseDeps['clock']): Promise<AbonnementRow[]> {
  const now = nowIso(clock)
  return (await findAbonnementsUntil(database, ['ACTIF'], now)).filter((row) => isOver(row, now))
}

function isOver(row: AbonnementRow, now: string): boolean {
  return row.statut === 'ACTIF' && !isLiving({ ...row, renouvele: row.renouvele === 1 }, now)
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
