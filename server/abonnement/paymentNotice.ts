import type { ProviderSubscription, PaymentNotice, Payment } from '../payment/payment.ts'
import type { Plan } from '#domain/abonnement/abonnement.ts'
import { writeAudit } from '../audit/audit.ts'
import { nowIso } from '../clock.ts'
import type { AbonnementRow } from '../database/tables/people.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { findUtilisateur, lockUtilisateur } from '../utilisateur/utilisateur.repository.ts'
import { findAbonnement, isKnownAvis, newestAvis, putAbonnement } from './abonnement.repository.ts'
import { cancelSecond, takesPlaceOf } from './secondSubscription.ts'

export interface NoticeDeps extends DatabaseDeps {
  readonly payment: Payment
}

const maxAttempts = 5

/**
 * The only way in which a subscription's state changes. A message names a subscription, whose state is then requested
 * from the provider and written, unless another message about it was processed in between: that one may have read a
 * newer state. Repeated, late and reordered messages therefore never overwrite a newer state. The renewal of a second
 * subscription is cancelled before anything is written, so that a repeated message tries again.
 * @throws PaymentUnavailable when the provider does not answer: it repeats the message later
 */
export async function applyNotice(deps: NoticeDeps, notice: PaymentNotice): Promise<void> {
  if (await isKnownAvis(deps.database, notice.avis)) return
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const before = await newestAvis(deps.database, notice.reference)
    const now = await deps.payment.readSubscription(notice.reference)
    if (now === null) return
    const row = await findAbonnement(deps.database, now.utilisateurId)
    await cancelSecond(deps, { row, incoming: now })
    if (await write(deps, { notice, before, now, stored: row?.reference })) return
  }
  throw new Error(
    `${notice.reference}: no stable state after ${maxAttempts} attempts, other messages arrived each time`,
  )
}

interface ProviderReading {
  readonly notice: PaymentNotice
  /** Id of the newest message before the state was requested. */
  readonly before: number
  readonly now: ProviderSubscription
  /** Reference of the stored subscription that the incoming one was compared with. */
  readonly stored: string | null | undefined
}

/** @returns false when the state may be outdated */
function write(
  { database, clock, payment }: NoticeDeps,
  { notice, before, now, stored }: ProviderReading,
): Promise<boolean> {
  const { utilisateurId, reference, client, statut, dateDebut, dateExpiration } = now
  return database.transaction().execute(async (transaction) => {
    await lockUtilisateur(transaction, utilisateurId)
    if (await isKnownAvis(transaction, notice.avis)) return true
    if ((await newestAvis(transaction, notice.reference)) !== before) return false
    const row = await findAbonnement(transaction, utilisateurId)
    if (row?.reference !== stored) return false
    // The service may have moved to another address since it sold the subscription of this row.
    if (now.origine === 'ailleurs' && row?.reference !== reference) return true
    await transaction
      .insertInto('avisPaiement')
      .values({ ...notice, recuLe: nowIso(clock) })
      .execute()
    const isKnownPerson = (await findUtilisateur(transaction, utilisateurId)) !== undefined
    if (!isKnownPerson || (row && !takesPlaceOf(row, now, nowIso(clock)))) return true
    const provider = { fournisseur: payment.fournisseur, reference, client, renouvele: now.renouvele ? 1 : 0 } as const
    const plan = planOf(row, now)
    await putAbonnement(transaction, { utilisateurId, plan, statut, dateDebut, dateExpiration, ...provider })
    const detail = { plan, statut, de: row ? { plan: row.plan, statut: row.statut } : null }
    const entry = { acteurId: null, action: 'abonnement/fournisseur', objet: `utilisateur:${utilisateurId}` } as const
    await writeAudit(transaction, clock, { ...entry, detail: { ...detail, avis: notice.avis } })
    return true
  })
}

/**
 * The plan of a subscription. It keeps its price when the service gets a new one for the plan: its plan is then the
 * one that is stored, or the one that was bought.
 * @throws Error when none of them is known
 */
function planOf(row: AbonnementRow | undefined, { reference, plan, planBought }: ProviderSubscription): Plan {
  const known = plan ?? (row?.reference === reference ? row.plan : planBought)
  if (known === null) throw new Error(`${reference}: its price belongs to no plan`)
  return known
}
