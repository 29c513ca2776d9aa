import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { consentementEndpoints } from '#domain/consentement/consentement.endpoints.ts'
import type { FastifyRequest } from 'fastify'
import type { Serve } from '../http/serve.ts'
import {
  moveConsentement,
  readConsentementActif,
  readConsentements,
  recordConsentement,
} from './consentement.usecases.ts'

export function registerConsentement(serve: Serve, deps: DatabaseDeps): void {
  serve(consentementEndpoints.post, ({ acteur, input, request }) => {
    return recordConsentement(deps, { acteur, origine: consentementOrigin(request), ...input.body })
  })
  serve(consentementEndpoints.active, ({ acteur }) => readConsentementActif(deps, acteur))
  serve(consentementEndpoints.history, ({ acteur }) => readConsentements(deps, acteur))
  serve(consentementEndpoints.setStatut, ({ acteur, resource, input }) =>
    moveConsentement(deps, { acteur, id: resource.id, statut: input.query.statut }),
  )
  serve(consentementEndpoints.revoke, ({ acteur, resource }) =>
    moveConsentement(deps, { acteur, id: resource.id, statut: 'REVOQUE' }),
  )
}

/** The origin of an answer, stored as proof: the browser. */
export function consentementOrigin(request: Pick<FastifyRequest, 'headers'>): string {
  return (request.headers['user-agent'] ?? 'inconnue').slice(0, 200)
}
