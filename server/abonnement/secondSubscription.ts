import { isLiving } from '#domain/abonnement/abonnement.ts'
import { writeAudit } from '../audit/audit.ts'
import { nowIso } from '../clock.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import type { AbonnementRow } from '../database/tables/people.ts'
import { type Payment, PaymentMissing, type ProviderSubscription } from '../payment/payment.ts'

/**
 * Whether an incoming subscription takes the place of the stored one. A person has one subscription: an incoming one
 * replaces the same one, an older one, or an ended one. Of two that began in the same second, the one with the greater
 * reference is the younger one, in whichever order their messages arrive.
 */
export function takesPlaceOf(row: AbonnementRow, incoming: ProviderSubscription, now: string): boolean {
  if (row.reference === incoming.reference) return true
  const isYounger =
    incoming.dateDebut === row.dateDebut
      ? incoming.reference > (row.reference ?? '')
      : incoming.dateDebut > row.dateDebut
  const isRowLiving = isLiving({ ...row, renouvele: row.renouvele === 1 }, now)
  return isLiving(incoming, now) ? isYounger || !isRowLiving : isYounger && !isRowLiving
}

/**
 * Cancels the renewal of the one of two subscriptions of a person that is not kept: only one gives a plan, and both
 * would be charged. Touches none when it is not certain that this service sold both and that the kept one goes on.
 * @param row the stored subscription
 * @throws PaymentUnavailable when the provider does not answer
 */
export async function cancelSecond(
  { database, clock, payment }: DatabaseDeps & { readonly payment: Payment },
  { row, incoming }: { row: AbonnementRow | undefined; incoming: ProviderSubscription },
): Promise<void> {
  if (!row || row.reference === null || row.reference === incoming.reference) return
  if (row.fournisseur !== payment.fournisseur || !isLiving(incoming, nowIso(clock))) return
  const stored = await readKnown(payment, row.reference)
  if (stored === null) return
  const isReplaced = takesPlaceOf(row, incoming, nowIso(clock))
  const [kept, second] = isReplaced ? [incoming, stored] : [stored, incoming]
  if (!isCharged(second) || !isCharged(kept) || !isLiving(kept, nowIso(clock))) return
  await payment.cancel(second.reference)
  const { utilisateurId } = incoming
  const entry = { acteurId: null, action: 'abonnement/annule', objet: `utilisateur:${utilisateurId}` } as const
  const detail = { reference: second.reference, garde: kept.reference }
  await database.transaction().execute((transaction) => writeAudit(transaction, clock, { ...entry, detail }))
}

/** Whether this service sold the subscription and it will be charged again. */
function isCharged({ origine, statut, renouvele }: ProviderSubscription): boolean {
  return origine === 'ici' && renouvele && (statut === 'ACTIF' || statut === 'SUSPENDU')
}

async function readKnown(payment: Payment, reference: string): Promise<ProviderSubscription | null> {
  try {
    return await payment.readSubscription(reference)
  } catch (error) {
    if (error instanceof PaymentMissing) return null
    throw error
  }
}
