import * as v from 'valibot'
import { planLimitsSchema } from '#domain/abonnement/abonnement.ts'
import { endpoint } from '#domain/contract/endpoint.ts'

export const abonnementEndpoints = {
  limits: endpoint({
    method: 'GET',
    path: '/stripe/plan/limits',
    access: 'organisateur',
    answer: v.object({ limits: planLimitsSchema }),
    errors: ['acces.refuse'],
    summary: "The limits of the organiser's plan.",
  }),
}
