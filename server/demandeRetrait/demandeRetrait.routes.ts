import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { demandeRetraitEndpoints as lines } from '#domain/demandeRetrait/demandeRetrait.endpoints.ts'
import type { Serve } from '../http/serve.ts'
import { decideDemande, hideMedia, listDemandes, requestRemoval } from './demandeRetrait.usecases.ts'

export function registerDemandesRetrait(serve: Serve, deps: DatabaseDeps): void {
  serve(lines.create, ({ acteur, objet, input }) => requestRemoval(deps, { acteur, media: objet, ...input.body }))
  serve(lines.list, ({ acteur, objet }) => listDemandes(deps, acteur, objet.id))
  serve(lines.hide, ({ acteur, objet }) => hideMedia(deps, { acteur, ...objet }))
  serve(lines.decide, ({ acteur, objet, input }) => decideDemande(deps, { acteur, ...objet, ...input.body }))
}
