import { lienEndpoints } from '#domain/lien/lien.endpoints.ts'
import type { Serve } from '../http/serve.ts'
import { createLien, endLien, joinByLien, type LienDeps, listLiens, readLien } from './lien.usecases.ts'

export function registerLiens(serve: Serve, deps: LienDeps): void {
  serve(lienEndpoints.create, ({ acteur, resource, input }) =>
    createLien(deps, { acteur, evenementId: resource.id, ...input.body }),
  )
  serve(lienEndpoints.list, ({ resource }) => listLiens(deps, resource.id))
  serve(lienEndpoints.revoke, ({ acteur, resource }) => endLien(deps, { acteur, lien: resource }))
  serve(lienEndpoints.read, ({ input, request }) => readLien(deps, { ...input.params, ip: request.ip }))
  serve(lienEndpoints.join, ({ acteur, input, request }) =>
    joinByLien(deps, { acteur, ...input.params, ...input.body, ip: request.ip }),
  )
}
