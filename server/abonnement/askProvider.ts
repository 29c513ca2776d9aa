import type { AbonnementRow } from '../database/tables/people.ts'
import { PaymentMissing, type ProviderSubscription } from '../payment/payment.ts'
import { newSecret } from '../secrets/secrets.ts'
import { findAbonnement } from './abonnement.repository.ts'
import { applyNotice, type NoticeDeps } from './paymentNotice.ts'

/** What the provider knows a subscription by. */
export interface ProviderKeys {
  readonly reference: string
  readonly client: string | null
}

/**
 * Asks the provider for a subscription, and for the others of its customer that are not over, and applies the answers
 * like messages: messages may be lost.
 * @throws PaymentUnavailable when the provider does not answer
 */
export async function askProvider(deps: NoticeDeps, { reference, client }: ProviderKeys): Promise<void> {
  await askFor(deps, reference)
  if (client === null) return
  const others = await deps.payment.subscriptionsOf(client).catch(nothingWhenMissing)
  for (const other of others ?? []) if (other !== reference) await askFor(deps, other)
}

/**
 * Asks the provider for what a person has bought, and applies the answers like messages: the first one may be lost.
 * @throws PaymentUnavailable when the provider does not answer
 */
export async function askPurchases(deps: NoticeDeps, utilisateurId: number): Promise<void> {
  for (const reference of await deps.payment.purchasesOf(utilisateurId)) await askFor(deps, reference)
}

/** Asks the provider for one subscription; one that it does not know, or that has not changed, stays as it is. */
export async function askFor(deps: NoticeDeps, reference: string): Promise<void> {
  const now = await deps.payment.readSubscription(reference).catch(nothingWhenMissing)
  if (!now) return
  const row = await findAbonnement(deps.database, now.utilisateurId)
  if (row && isStored(row, now)) return
  await applyNotice(deps, { avis: `${reference}:${newSecret()}`, reference })
}

function isStored(row: AbonnementRow, now: ProviderSubscription): boolean {
  const isSame = (['reference', 'client', 'statut', 'dateDebut', 'dateExpiration'] as const).every(
    (name) => row[name] === now[name],
  )
  return isSame && (row.renouvele === 1) === now.renouvele && (now.plan ?? row.plan) === row.plan
}

function nothingWhenMissing(error: unknown): undefined {
  if (!(error instanceof PaymentMissing)) throw error
}
