import {
  type Abonnement,
  defaultPlanLimits,
  isLiving,
  type Plan,
  type PlanPayant,
  plans,
  type Tarif,
} from '#domain/abonnement/abonnement.ts'
import type { ErrorCode } from '#domain/contract/errors.ts'
import { writeAudit } from '../audit/audit.ts'
import { nowIso } from '../clock.ts'
import type { AbonnementRow } from '../database/tables/people.ts'
import { transactionAs } from '../grant/credential.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import { orThrow, Problem } from '../http/problem.ts'
import { type PaymentNotice, PaymentUnavailable } from '../payment/payment.ts'
import { addAttempt } from '../tentative/tentative.ts'
import { findAbonnement, setStatutAbonnement } from './abonnement.repository.ts'
import { planLimitsOf } from './limites.ts'
import { applyNotice, type NoticeDeps } from './paymentNotice.ts'
import { returnAddress } from './returnAddress.ts'

export interface AbonnementDeps extends NoticeDeps {
  readonly publicUrl: string
}

const home = '/dashboard-organisateur/abonnement'
/** Pages and changes at the provider, per account. */
const asked = { limit: 30, windowMs: 3_600_000 }

/** The person's subscription; a 404 means none. */
export async function readAbonnement(
  { database, clock }: AbonnementDeps,
  acteur: ActeurConnecte,
): Promise<{ abonnement: Abonnement[] }> {
  const row = orThrow(await findAbonnement(database, acteur.id), 'abonnement.absent')
  return { abonnement: [viewOf(row, nowIso(clock))] }
}

/** Every plan with its limits and price, and which one counts now. */
export async function listPlans({ database, clock, payment }: AbonnementDeps, acteur: ActeurConnecte) {
  const now = nowIso(clock)
  const tarifs = await orProblem('abonnement.plans', () => payment.tarifs())
  const row = await findAbonnement(database, acteur.id)
  return {
    plans_disponibles: plans.map((plan) => withTarif(plan, plan === 'FREEMIUM' ? null : tarifs[plan])),
    current_plan: (await planLimitsOf(database, acteur.id, now)).plan,
    statut_abonnement: row ? viewOf(row, now).statut : null,
  }
}

function withTarif(plan: Plan, tarif: Tarif | null) {
  return { ...defaultPlanLimits[plan], tarif }
}

export interface CheckoutInput {
  readonly acteur: ActeurConnecte
  readonly plan: PlanPayant
  readonly successUrl: string
  readonly cancelUrl: string
}

/** A payment page for a first plan, or for one after the last has ended. Nothing changes before it is paid. */
export async function createCheckout(deps: AbonnementDeps, input: CheckoutInput): Promise<string> {
  const successUrl = returnAddress(deps.publicUrl, input.successUrl)
  const cancelUrl = returnAddress(deps.publicUrl, input.cancelUrl)
  if (await runningOf(deps, input.acteur)) throw new Problem('abonnement.deja_actif')
  return checkout(deps, { ...input, successUrl, cancelUrl }, 'abonnement.checkout')
}

/** @throws Problem abonnement.ferme where no provider takes payment */
async function checkout(deps: AbonnementDeps, input: CheckoutInput, refusal: ErrorCode): Promise<string> {
  const { acteur, ...wish } = input
  const { payment, database } = deps
  if (payment.fournisseur === 'aucun') throw new Problem('abonnement.ferme')
  await countAsked(deps, acteur)
  const row = await findAbonnement(database, acteur.id)
  const client = row?.fournisseur === payment.fournisseur ? row.client : null
  const who = { utilisateurId: acteur.id, email: acteur.emailConfirme ? acteur.email : null, client }
  return orProblem(refusal, () => payment.openCheckout({ ...who, ...wish }))
}

/** The page where the subscription is managed. */
export async function openPortal(
  deps: AbonnementDeps,
  { acteur, returnUrl: wanted }: { acteur: ActeurConnecte; returnUrl: string },
): Promise<string> {
  const returnUrl = returnAddress(deps.publicUrl, wanted)
  const { reference, client } = orThrow(await managedOf(deps, acteur), 'abonnement.absent')
  await countAsked(deps, acteur)
  return orProblem('abonnement.portail', () => deps.payment.openPortal({ reference, client, returnUrl }))
}

/** Another plan for a running subscription; a payment page where there is none. @returns that page, or null */
export async function changePlan(
  deps: AbonnementDeps,
  { acteur, plan }: { acteur: ActeurConnecte; plan: PlanPayant },
): Promise<string | null> {
  const running = await runningOf(deps, acteur)
  if (!running) {
    const addresses = {
      successUrl: `${deps.publicUrl}${home}/succes`,
      cancelUrl: `${deps.publicUrl}${home}?paiement=abandonne`,
    }
    return checkout(deps, { acteur, plan, ...addresses }, 'abonnement.changement')
  }
  if (running.plan === plan) throw new Problem('abonnement.plan_actuel')
  await countAsked(deps, acteur)
  const notice = await orProblem('abonnement.changement', () => deps.payment.changePlan(running.reference, plan))
  await noteAsked(deps, { acteur, action: 'abonnement/change', detail: { plan, de: running.plan } })
  await applyOwn(deps, notice)
  return null
}

/** Ends the subscription: what is paid lasts, nothing new is paid. One that was given ends at once. */
export async function cancelAbonnement(deps: AbonnementDeps, acteur: ActeurConnecte): Promise<void> {
  const running = await runningOf(deps, acteur)
  if (!running) return endGiven(deps, acteur)
  await countAsked(deps, acteur)
  const notice = await orProblem('abonnement.annulation', () => deps.payment.cancel(running.reference))
  await noteAsked(deps, { acteur, action: 'abonnement/annule', detail: { plan: running.plan } })
  await applyOwn(deps, notice)
}

/** No provider knows of a subscription without a reference. */
async function endGiven({ database, clock }: AbonnementDeps, acteur: ActeurConnecte): Promise<void> {
  const { id } = acteur
  await transactionAs({ database, clock }, acteur, async (transaction) => {
    const row = await findAbonnement(transaction, id)
    if (row?.reference !== null || row.statut !== 'ACTIF') throw new Problem('abonnement.absent')
    await setStatutAbonnement(transaction, row.id, 'ANNULE')
    const entry = { acteurId: id, action: 'abonnement/annule', objet: `utilisateur:${id}` }
    await writeAudit(transaction, clock, { ...entry, detail: { plan: row.plan } })
  })
}

/** A provider that runs here tells at once; any other tells the webhook. */
async function applyOwn(deps: AbonnementDeps, notice: PaymentNotice | null): Promise<void> {
  if (notice) await applyNotice(deps, notice)
}

async function noteAsked(
  { database, clock }: AbonnementDeps,
  { acteur, ...what }: { acteur: ActeurConnecte; action: string; detail: Record<string, unknown> },
): Promise<void> {
  await database
    .transaction()
    .execute((transaction) =>
      writeAudit(transaction, clock, { acteurId: acteur.id, objet: `utilisateur:${acteur.id}`, ...what }),
    )
}

/** The last look at the credential before the provider is asked: its books are in no transaction of ours. */
async function countAsked(deps: AbonnementDeps, acteur: ActeurConnecte): Promise<void> {
  const rate = { cle: `abonnement:${acteur.id}`, ...asked }
  await transactionAs(deps, acteur, (database) => addAttempt({ ...deps, database }, rate))
}

/** The subscription that this provider manages, running or not. */
async function managedOf({ database, payment }: AbonnementDeps, { id }: ActeurConnecte) {
  const row = await findAbonnement(database, id)
  if (!row || row.reference === null || row.fournisseur !== payment.fournisseur) return null
  return { ...row, reference: row.reference }
}

/** The one of this provider that is not over: a second one beside it would be paid twice. */
async function runningOf(deps: AbonnementDeps, acteur: ActeurConnecte) {
  const row = await managedOf(deps, acteur)
  if (!row) return null
  const { statut } = viewOf(row, nowIso(deps.clock))
  return statut === 'ACTIF' || statut === 'SUSPENDU' ? row : null
}

/** The provider's silence, in the words of what was wanted. */
export async function orProblem<T>(code: ErrorCode, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof PaymentUnavailable) throw new Problem(code, { cause: error })
    throw error
  }
}

/** An end that has come counts before the clock's round has marked it. */
function viewOf(row: AbonnementRow, now: string): Abonnement {
  const { id, plan, statut, dateDebut, dateExpiration } = row
  const view = { id, plan, statut, dateDebut, dateExpiration, renouvele: row.renouvele === 1 }
  return statut === 'ACTIF' && !isLiving(view, now) ? { ...view, statut: 'EXPIRE' } : view
}
