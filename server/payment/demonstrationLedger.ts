import { dayMs } from '#domain/contract/durations.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import type { PlanPayant } from '#domain/abonnement/abonnement.ts'
import { isoFromNow, nowIso } from '../clock.ts'
import { newSecret } from '../secrets/secrets.ts'
import type { PaymentNotice, ProviderSubscription } from './payment.ts'

/** Stores a "paid" subscription. Idempotent for the same page. */
export async function pay(
  { database, clock }: DatabaseDeps,
  { days, ...paid }: { reference: string; utilisateurId: number; plan: PlanPayant; days: number },
): Promise<PaymentNotice> {
  const { reference, utilisateurId, plan } = paid
  const dates = { dateDebut: nowIso(clock), dateExpiration: isoFromNow(clock, days * dayMs), annuleLe: null }
  await database
    .insertInto('abonnementDemonstration')
    .values({ reference, utilisateurId, plan, ...dates })
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .execute()
  return { avis: `${reference}:paye`, reference }
}

/** @returns the notice of the change */
export async function setPlan({ database }: DatabaseDeps, reference: string, plan: PlanPayant): Promise<PaymentNotice> {
  await database.updateTable('abonnementDemonstration').set({ plan }).where('reference', '=', reference).execute()
  return noticeOf(reference)
}

/** Ends a subscription immediately, because nothing was paid. @returns the notice of it */
export async function end({ database, clock }: DatabaseDeps, reference: string): Promise<PaymentNotice> {
  await database
    .updateTable('abonnementDemonstration')
    .set({ annuleLe: nowIso(clock) })
    .where('reference', '=', reference)
    .where('annuleLe', 'is', null)
    .execute()
  return noticeOf(reference)
}

/** The current state of a subscription. Periods are not renewed. */
export async function readSubscriptionRow(
  { database, clock }: DatabaseDeps,
  reference: string,
): Promise<ProviderSubscription | null> {
  const row = await database
    .selectFrom('abonnementDemonstration')
    .selectAll()
    .where('reference', '=', reference)
    .executeTakeFirst()
  if (!row) return null
  const { utilisateurId, plan, dateDebut, annuleLe } = row
  const dateExpiration = annuleLe ?? row.dateExpiration
  const running = row.dateExpiration > nowIso(clock) ? 'ACTIF' : 'EXPIRE'
  const statut = annuleLe === null ? running : 'ANNULE'
  const sold = { plan, planBought: plan, origine: 'ici' } as const
  return { reference, client: null, utilisateurId, ...sold, statut, dateDebut, dateExpiration, renouvele: false }
}

function noticeOf(reference: string): PaymentNotice {
  return { avis: `${reference}:${newSecret()}`, reference }
}
