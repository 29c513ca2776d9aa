import { lienEndpoints as lines } from '#domain/lien/lien.endpoints.ts'
import type { Serve } from '../http/serve.ts'
import { createLien, endLien, joinByLien, type LienDeps, listLiens, readLien } from './lien.usecases.ts'

export function registerLiens(serve: Serve, deps: LienDeps): void {
  serve(lines.create, ({ acteur, objet, input }) => createLien(deps, { acteur, evenementId: objet.id, ...input.body }))
  serve(lines.list, ({ objet }) => listLiens(deps, objet.id))
  serve(lines.revoke, ({ acteur, objet }) => endLien(deps, { acteur, lien: objet }))
  serve(lines.read, ({ input }) => readLien(deps, input.params.code))
  serve(lines.join, ({ acteur, input }) => joinByLien(deps, { acteur, ...input.params, ...input.body }))
}
