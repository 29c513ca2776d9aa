import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { demandeRetraitEndpoints as lines } from '#domain/demandeRetrait/demandeRetrait.endpoints.ts'
import type { Serve } from '../http/serve.ts'
import { decideDemande, hideMedia, listDemandes, requestRemoval } from './demandeRetrait.usecases.ts'

export function registerDemandesRetrait(serve: Serve, deps: DatabaseDeps): void {
  serve(lines.create, ({ acteur, resource, input }) => requestRemoval(deps, { acteur, media: resource, ...input.body }))
  serve(lines.list, ({ acteur, resource }) => listDemandes(deps, acteur, resource.id))
  serve(lines.hide, ({ acteur, resource }) => hideMedia(deps, { acteur, ...resource }))
  serve(lines.decide, ({ acteur, resource, input }) => decideDemande(deps, { acteur, ...resource, ...input.body }))
}
