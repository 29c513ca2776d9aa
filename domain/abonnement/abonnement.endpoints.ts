import * as v from 'valibot'
import {
  abonnementSchema,
  planDisponibleSchema,
  planLimitsSchema,
  planPayantSchema,
  planSchema,
  statutsAbonnement,
} from '#domain/abonnement/abonnement.ts'
import { endpoint } from '#domain/contract/endpoint.ts'
import { messageAnswer } from '#domain/contract/fields.ts'

const success = v.literal(true)
const jeton = v.pipe(v.string(), v.maxLength(4000))

/** The payment segment is `stripe` whoever takes the payment (product 1). */
export const abonnementEndpoints = {
  read: endpoint({
    method: 'GET',
    path: '/stripe/abonnement',
    access: 'organisateur',
    answer: v.object({ abonnement: v.array(abonnementSchema) }),
    errors: ['acces.refuse', 'abonnement.absent'],
    summary: "The organiser's own subscription, as the one entry of a list; 404 without any.",
  }),
  plans: endpoint({
    method: 'GET',
    path: '/stripe/plans',
    access: 'organisateur',
    answer: v.object({
      plans_disponibles: v.array(planDisponibleSchema),
      current_plan: planSchema,
      statut_abonnement: v.nullable(v.picklist(statutsAbonnement)),
    }),
    errors: ['acces.refuse', 'abonnement.plans'],
    summary: 'Every plan with limits and price, and the one that counts now.',
  }),
  limits: endpoint({
    method: 'GET',
    path: '/stripe/plan/limits',
    access: 'organisateur',
    answer: v.object({ limits: planLimitsSchema }),
    errors: ['acces.refuse'],
    summary: "The limits of the organiser's plan.",
  }),
  checkout: endpoint({
    method: 'POST',
    path: '/stripe/checkout/create',
    access: 'organisateur',
    body: v.object({
      successUrl: v.string(),
      cancelUrl: v.string(),
      plan: v.optional(planPayantSchema, 'BASIC'),
    }),
    answer: v.object({ success, checkout_url: v.string(), message: v.string() }),
    errors: [
      'requete.invalide',
      'acces.refuse',
      'abonnement.adresse',
      'abonnement.deja_actif',
      'requete.trop_de_tentatives',
      'abonnement.checkout',
    ],
    summary: 'Opens a payment page for a plan; both addresses lead back to a page of the subscription on this origin.',
  }),
  portal: endpoint({
    method: 'POST',
    path: '/stripe/portal',
    access: 'organisateur',
    query: v.object({ return_url: v.optional(v.string(), '/dashboard-organisateur/abonnement') }),
    answer: v.object({ success, portal_url: v.string() }),
    errors: [
      'requete.invalide',
      'acces.refuse',
      'abonnement.adresse',
      'abonnement.absent',
      'requete.trop_de_tentatives',
      'abonnement.portail',
    ],
    summary: 'Opens the page where the subscription is managed.',
  }),
  change: endpoint({
    method: 'POST',
    path: '/stripe/abonnement/change',
    access: 'organisateur',
    body: v.object({ plan: planPayantSchema }),
    answer: v.object({ success, checkout_url: v.optional(v.string()), message: v.optional(v.string()) }),
    errors: [
      'requete.invalide',
      'acces.refuse',
      'abonnement.plan_actuel',
      'requete.trop_de_tentatives',
      'abonnement.changement',
    ],
    summary: 'Changes the plan of a running subscription, or opens a payment page where there is none.',
  }),
  annuler: endpoint({
    method: 'POST',
    path: '/stripe/abonnement/annuler',
    access: 'organisateur',
    answer: v.object({ success, ...messageAnswer.entries }),
    errors: ['acces.refuse', 'abonnement.absent', 'requete.trop_de_tentatives', 'abonnement.annulation'],
    summary: 'Ends the subscription: at the end of what is paid, at once where nothing is.',
  }),
  webhook: endpoint({
    method: 'POST',
    path: '/stripe/webhook',
    access: 'public',
    answer: v.object({ received: success }),
    errors: ['abonnement.signature', 'serveur.indisponible'],
    summary: 'What the payment provider tells; taken by its signature on the raw body alone.',
  }),
  demonstrationCheckout: endpoint({
    method: 'GET',
    path: '/stripe/demonstration/checkout',
    access: 'public',
    query: v.object({ jeton }),
    answer: 'bytes',
    errors: ['requete.introuvable'],
    summary: 'The payment page of the demonstration provider, where nothing is paid; reading it changes nothing.',
  }),
  demonstrationPay: endpoint({
    method: 'POST',
    path: '/stripe/demonstration/checkout',
    access: 'public',
    query: v.object({ jeton }),
    answer: 'bytes',
    errors: ['requete.introuvable'],
    summary: 'The button of that page.',
  }),
  demonstrationPortal: endpoint({
    method: 'GET',
    path: '/stripe/demonstration/portail',
    access: 'public',
    query: v.object({ jeton }),
    answer: 'bytes',
    errors: ['requete.introuvable'],
    summary: 'The page of the demonstration provider where a subscription is managed.',
  }),
  demonstrationManage: endpoint({
    method: 'POST',
    path: '/stripe/demonstration/portail',
    access: 'public',
    query: v.object({ jeton, action: v.picklist([...planPayantSchema.options, 'ANNULER']) }),
    answer: 'bytes',
    errors: ['requete.introuvable'],
    summary: 'The buttons of that page.',
  }),
}
