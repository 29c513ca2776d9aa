import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { demandeRetraitEndpoints } from '#domain/demandeRetrait/demandeRetrait.endpoints.ts'
import type { Serve } from '../http/serve.ts'
import { decideDemande, hideMedia, listDemandes, requestRemoval } from './demandeRetrait.usecases.ts'

export function registerDemandesRetrait(serve: Serve, deps: DatabaseDeps): void {
  serve(demandeRetraitEndpoints.create, ({ acteur, resource, input }) =>
    requestRemoval(deps, { acteur, media: resource, ...input.body }),
  )
  serve(demandeRetraitEndpoints.list, ({ acteur, resource }) => listDemandes(deps, acteur, resource.id))
  serve(demandeRetraitEndpoints.hide, ({ acteur, resource }) => hideMedia(deps, { acteur, ...resource }))
  serve(demandeRetraitEndpoints.decide, ({ acteur, resource, input }) =>
    decideDemande(deps, { acteur, ...resource, ...input.body }),
  )
}
