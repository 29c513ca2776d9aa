import { hourMs } from '#domain/contract/durations.ts'
import {
  type Abonnement,
  isLiving,
  type PlanLimits,
  type PlanPayant,
  type Tarif,
  plans,
} from '#domain/abonnement/abonnement.ts'
import type { ErrorCode } from '#domain/contract/errors.ts'
import { writeAudit } from '../audit/audit.ts'
import type { AuditAction } from '../audit/auditAction.ts'
import { nowIso } from '../clock.ts'
import type { AbonnementRow } from '../database/tables/people.ts'
import { transactionAs } from '../grant/credential.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import { orThrow, Problem } from '../http/problem.ts'
import { PaymentAddressInvalid, type PaymentNotice, PaymentUnavailable } from '../payment/payment.ts'
import { addAttempt } from '../tentative/rateLimit.ts'
import { askProvider, askPurchases } from './askProvider.ts'
import { findAbonnement, setStatutAbonnement } from './abonnement.repository.ts'
import { planLimitsOf, readPlanLimits } from './limites.ts'
import { applyNotice, type NoticeDeps } from './paymentNotice.ts'
import { returnAddress } from './returnAddress.ts'

export interface AbonnementDeps extends NoticeDeps {
  readonly publicUrl: string
}

const home = '/dashboard-organisateur/abonnement'
/** Calls of the provider per account. */
const providerRate = { limit: 30, windowMs: hourMs }

/** The person's subscription. @throws Problem abonnement.absent when there is none */
export async function readAbonnement(
  { database, clock }: AbonnementDeps,
  acteur: ActeurConnecte,
): Promise<{ abonnement: Abonnement[] }> {
  const row = orThrow(await findAbonnement(database, acteur.id), 'abonnement.absent')
  return { abonnement: [viewOf(row, nowIso(clock))] }
}

/** Every plan with its limits and price, and the current plan. */
export async function listPlans({ database, clock, payment }: AbonnementDeps, acteur: ActeurConnecte) {
  const now = nowIso(clock)
  const tarifs = await orProblem('abonnement.plans', () => payment.tarifs())
  const row = await findAbonnement(database, acteur.id)
  const limits = await readPlanLimits(database)
  return {
    plans_disponibles: plans.map((plan) => withTarif(limits[plan], plan === 'FREEMIUM' ? null : tarifs[plan])),
    current_plan: (await planLimitsOf(database, acteur.id, now)).plan,
    statut_abonnement: row ? viewOf(row, now).statut : null,
  }
}

function withTarif(limits: PlanLimits, tarif: Tarif | null) {
  return { ...limits, tarif }
}

export interface CheckoutInput {
  readonly acteur: ActeurConnecte
  readonly plan: PlanPayant
  readonly successUrl: string
  readonly cancelUrl: string
}

/** A payment page for a first plan, or for one after the last has ended. Changes nothing before the payment. */
export async function createCheckout(deps: AbonnementDeps, input: CheckoutInput): Promise<string> {
  const successUrl = returnAddress(deps.publicUrl, input.successUrl)
  const cancelUrl = returnAddress(deps.publicUrl, input.cancelUrl)
  if (await askedRunningOf(deps, input.acteur, 'abonnement.checkout')) throw new Problem('abonnement.deja_actif')
  return checkout(deps, { ...input, successUrl, cancelUrl }, 'abonnement.checkout')
}

async function checkout(deps: AbonnementDeps, input: CheckoutInput, refusal: ErrorCode): Promise<string> {
  const { acteur, ...rest } = input
  const { payment, database } = deps
  const row = await findAbonnement(database, acteur.id)
  const client = row?.fournisseur === payment.fournisseur ? row.client : null
  const who = { utilisateurId: acteur.id, email: acteur.emailConfirme ? acteur.email : null, client }
  return orProblem(refusal, () => payment.openCheckout({ ...who, ...rest }), 'abonnement.checkout_adresse')
}

/**
 * Creates the page of the provider on which the subscription is managed. @returns its address
 * @throws Problem abonnement.adresse, abonnement.absent, abonnement.portail, abonnement.portail_adresse
 */
export async function openPortal(
  deps: AbonnementDeps,
  { acteur, returnUrl: requested }: { acteur: ActeurConnecte; returnUrl: string },
): Promise<string> {
  const returnUrl = returnAddress(deps.publicUrl, requested)
  const { reference, client } = orThrow(await managedOf(deps, acteur), 'abonnement.absent')
  await countProviderCall(deps, acteur)
  const open = () => deps.payment.openPortal({ reference, client, returnUrl })
  return orProblem('abonnement.portail', open, 'abonnement.portail_adresse')
}

/**
 * Changes the plan of a running subscription; creates a payment page when there is none. @returns that page, or null
 */
export async function changePlan(
  deps: AbonnementDeps,
  { acteur, plan }: { acteur: ActeurConnecte; plan: PlanPayant },
): Promise<string | null> {
  const refusal = 'abonnement.changement'
  const running = (await runningOf(deps, acteur)) ?? (await askedRunningOf(deps, acteur, refusal))
  if (!running) {
    const addresses = {
      successUrl: `${deps.publicUrl}${home}/succes`,
      cancelUrl: `${deps.publicUrl}${home}?paiement=abandonne`,
    }
    return checkout(deps, { acteur, plan, ...addresses }, refusal)
  }
  if (running.plan === plan) throw new Problem('abonnement.plan_actuel')
  await countProviderCall(deps, acteur)
  const notice = await orProblem(refusal, () => deps.payment.changePlan(running.reference, plan))
  await auditCall(deps, { acteur, action: 'abonnement/change', detail: { plan, de: running.plan } })
  await applyOwn(deps, notice)
  return null
}

/** Cancels the renewal: the subscription lasts until the end of the paid period. A granted one ends immediately. */
export async function cancelAbonnement(deps: AbonnementDeps, acteur: ActeurConnecte): Promise<void> {
  const running = await runningOf(deps, acteur)
  if (!running) return endGiven(deps, acteur)
  await countProviderCall(deps, acteur)
  const notice = await orProblem('abonnement.annulation', () => deps.payment.cancel(running.reference))
  await auditCall(deps, { acteur, action: 'abonnement/annule', detail: { plan: running.plan } })
  await applyOwn(deps, notice)
}

/** A granted subscription has no reference, and the provider does not have it. */
async function endGiven({ database, clock }: AbonnementDeps, acteur: ActeurConnecte): Promise<void> {
  const { id } = acteur
  await transactionAs({ database, clock }, acteur, async (transaction) => {
    const row = await findAbonnement(transaction, id)
    const isGiven = row?.reference === null && row.statut === 'ACTIF'
    if (!isGiven || !(await setStatutAbonnement(transaction, row, 'ANNULE'))) throw new Problem('abonnement.absent')
    const entry = { acteurId: id, action: 'abonnement/annule', objet: `utilisateur:${id}` } as const
    await writeAudit(transaction, clock, { ...entry, detail: { plan: row.plan } })
  })
}

/** The demonstration provider returns the notice directly; others send it to the webhook. */
async function applyOwn(deps: AbonnementDeps, notice: PaymentNotice | null): Promise<void> {
  if (notice) await applyNotice(deps, notice)
}

async function auditCall(
  { database, clock }: AbonnementDeps,
  { acteur, ...what }: { acteur: ActeurConnecte; action: AuditAction; detail: Record<string, unknown> },
): Promise<void> {
  await database
    .transaction()
    .execute((transaction) =>
      writeAudit(transaction, clock, { acteurId: acteur.id, objet: `utilisateur:${acteur.id}`, ...what }),
    )
}

/** Last check of the credential before the call of the provider, which no transaction can include. */
async function countProviderCall(deps: AbonnementDeps, acteur: ActeurConnecte): Promise<void> {
  const rate = { cle: `abonnement:${acteur.id}`, ...providerRate }
  await transactionAs(deps, acteur, (database) => addAttempt({ ...deps, database }, rate))
}

/** The subscription that this provider manages, running or not. */
async function managedOf({ database, payment }: AbonnementDeps, { id }: ActeurConnecte) {
  const row = await findAbonnement(database, id)
  if (!row || row.reference === null || row.fournisseur !== payment.fournisseur) return null
  return { ...row, reference: row.reference }
}

/**
 * The running subscription after the provider was asked for it, before another one is sold.
 * @param refusal the problem when the provider does not answer
 * @throws Problem abonnement.ferme when no payment provider is configured
 */
async function askedRunningOf(deps: AbonnementDeps, acteur: ActeurConnecte, refusal: ErrorCode) {
  if (deps.payment.fournisseur === 'aucun') throw new Problem('abonnement.ferme')
  await countProviderCall(deps, acteur)
  const row = await managedOf(deps, acteur)
  await orProblem(refusal, () => (row ? askProvider(deps, row) : askPurchases(deps, acteur.id)))
  return runningOf(deps, acteur)
}

/** The subscription of this provider that is not over. A second one would be charged twice. */
async function runningOf(deps: AbonnementDeps, acteur: ActeurConnecte) {
  const row = await managedOf(deps, acteur)
  if (!row) return null
  const { statut } = viewOf(row, nowIso(deps.clock))
  return statut === 'ACTIF' || statut === 'SUSPENDU' ? row : null
}

/**
 * Maps a provider failure to the problem of the operation.
 * @param addressCode the problem when the provider's page has no valid URL
 */
export async function orProblem<T>(code: ErrorCode, ask: () => Promise<T>, addressCode: ErrorCode = code): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof PaymentAddressInvalid) throw new Problem(addressCode, { cause: error })
    if (error instanceof PaymentUnavailable) throw new Problem(code, { cause: error })
    throw error
  }
}

/** Shows an ended subscription as EXPIRE before the job has marked it. */
function viewOf(row: AbonnementRow, now: string): Abonnement {
  const { id, plan, statut, dateDebut, dateExpiration } = row
  const view = { id, plan, statut, dateDebut, dateExpiration, renouvele: row.renouvele === 1 }
  return statut === 'ACTIF' && !isLiving(view, now) ? { ...view, statut: 'EXPIRE' } : view
}
