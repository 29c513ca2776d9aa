import { recompenseEndpoints } from '#domain/recompense/recompense.endpoints.ts'
import { networkOf } from '../http/network.ts'
import type { Serve } from '../http/serve.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { listRecompensesDonnees, recompenser } from './recompense.usecases.ts'

export function registerRecompenses(serve: Serve, deps: DatabaseDeps): void {
  serve(recompenseEndpoints.recompenser, ({ acteur, resource, input, request }) => {
    const sender = { acteur, network: networkOf(request.ip) }
    return recompenser(deps, { ...input.body, ...sender, evenement: resource, utilisateurId: input.params.userId })
  })
  serve(recompenseEndpoints.given, ({ acteur }) => listRecompensesDonnees(deps.database, acteur.id))
  serve(recompenseEndpoints.all, () => listRecompensesDonnees(deps.database, null))
}
