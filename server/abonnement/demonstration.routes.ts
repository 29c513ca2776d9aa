import { planLabels, type PlanPayant, plansPayants, type StatutAbonnement } from '#domain/abonnement/abonnement.ts'
import { abonnementEndpoints } from '#domain/abonnement/abonnement.endpoints.ts'
import { typographie } from '#domain/texte/typographie.ts'
import { escaped } from '../http/htmlText.ts'
import { plainPage } from '../http/plainPage.ts'
import { orThrow } from '../http/problem.ts'
import type { Serve } from '../http/serve.ts'
import type { DemonstrationPages } from '../payment/payment.ts'
import { applyNotice, type NoticeDeps } from './paymentNotice.ts'

export function registerDemonstration(serve: Serve, deps: NoticeDeps): void {
  const pages = () => orThrow(deps.payment.pages, 'requete.introuvable')
  const checkoutOf = (jeton: string) => orThrow(pages().checkout(jeton), 'requete.introuvable')
  const portalOf = (jeton: string) => orThrow(pages().portal(jeton), 'requete.introuvable')

  serve(abonnementEndpoints.demonstrationCheckout, ({ input, reply }) => {
    const { plan, cancelUrl } = checkoutOf(input.query.jeton)
    return plainPage(reply, { titre: 'Paiement de démonstration', corps: checkoutPage(pages(), { plan, cancelUrl }) })
  })
  serve(abonnementEndpoints.demonstrationPay, async ({ input, reply }) => {
    const checkout = checkoutOf(input.query.jeton)
    await applyNotice(deps, await pages().pay(checkout))
    return reply.redirect(checkout.successUrl, 303)
  })
  serve(abonnementEndpoints.demonstrationPortal, async ({ input, reply }) => {
    const { reference, returnUrl } = portalOf(input.query.jeton)
    const now = orThrow(await deps.payment.readSubscription(reference), 'requete.introuvable')
    const plan = orThrow(now.plan, 'requete.introuvable')
    const corps = portalPage(pages(), { ...input.query, plan, statut: now.statut, returnUrl })
    return plainPage(reply, { titre: 'Abonnement de démonstration', corps })
  })
  serve(abonnementEndpoints.demonstrationManage, async ({ input, reply }) => {
    const { jeton, action } = input.query
    const { reference } = portalOf(jeton)
    const { payment } = deps
    const notice = await (action === 'ANNULER' ? payment.cancel(reference) : payment.changePlan(reference, action))
    if (notice) await applyNotice(deps, notice)
    return reply.redirect(`?jeton=${jeton}`, 303)
  })
}

const nothingPaid = `<p>${typographie(
  "Ceci est une démonstration : rien n'est payé, aucune carte n'est demandée. Les prix sont des exemples.",
)}</p>`
const euros = new Intl.NumberFormat('fr-FR', { style: 'currency', currency: 'EUR' })

function priceOf({ centimes, days }: DemonstrationPages, plan: PlanPayant): string {
  const price = `${euros.format(centimes[plan] / 100)} pour ${days} jours (prix d'exemple)`
  return `<article><h2>Plan ${planLabels[plan]}</h2><p class="quiet">${escaped(price)}</p></article>`
}

function checkoutPage(pages: DemonstrationPages, { plan, cancelUrl }: { plan: PlanPayant; cancelUrl: string }): string {
  return `${nothingPaid}
${priceOf(pages, plan)}
<form method="post"><button>Confirmer sans payer</button></form>
<p><a class="way" href="${escaped(cancelUrl)}">Revenir sans changer</a></p>`
}

interface ManagedSubscription {
  readonly jeton: string
  readonly plan: PlanPayant
  readonly statut: StatutAbonnement
  readonly returnUrl: string
}

function portalPage(
  pages: DemonstrationPages,
  { jeton, plan: current, statut, returnUrl }: ManagedSubscription,
): string {
  const others = plansPayants.filter((plan) => plan !== current)
  const button = (action: string, text: string) =>
    `<li><form method="post" action="?jeton=${escaped(jeton)}&amp;action=${action}"><button class="lesser">${text}</button></form></li>`
  const choices = [
    ...others.map((plan) => button(plan, `Passer au plan ${planLabels[plan]}`)),
    button('ANNULER', "Annuler l'abonnement"),
  ]
  const over = '<p role="status">Cet abonnement est terminé.</p>'
  return `${nothingPaid}
${priceOf(pages, current)}
${statut === 'ACTIF' ? `<ol>\n${choices.join('\n')}\n</ol>` : over}
<p><a class="way" href="${escaped(returnUrl)}">Revenir au site</a></p>`
}
