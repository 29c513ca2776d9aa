import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { endpoints } from '#domain/contract/endpoints.ts'
import type { Serve } from '../http/serve.ts'
import {
  moveConsentement,
  readConsentementActif,
  readConsentements,
  recordConsentement,
} from './consentement.usecases.ts'

const lines = endpoints.consentement

export function registerConsentement(serve: Serve, deps: DatabaseDeps): void {
  serve(lines.post, ({ acteur, input, request }) => {
    const origine = (request.headers['user-agent'] ?? 'inconnue').slice(0, 200)
    return recordConsentement(deps, { acteur, origine, ...input.body })
  })
  serve(lines.active, ({ acteur }) => readConsentementActif(deps, acteur))
  serve(lines.history, ({ acteur }) => readConsentements(deps, acteur))
  serve(lines.setStatut, ({ acteur, resource, input }) =>
    moveConsentement(deps, { acteur, id: resource.id, statut: input.query.statut }),
  )
  serve(lines.revoke, ({ acteur, resource }) => moveConsentement(deps, { acteur, id: resource.id, statut: 'REVOQUE' }))
}
