import { fusionEndpoints } from '#domain/utilisateur/fusion.endpoints.ts'
import type { Serve } from '../http/serve.ts'
import { findFusions } from '../utilisateur/utilisateur.repository.ts'
import { confirmFusion, type FusionDeps, readFusion } from './fusion.usecases.ts'

export function registerFusions(serve: Serve, deps: FusionDeps): void {
  serve(fusionEndpoints.read, ({ input, request }) => readFusion(deps, { ...input.body, ip: request.ip }))
  serve(fusionEndpoints.confirm, ({ input, request }) => confirmFusion(deps, { ...input.body, ip: request.ip }))
  serve(fusionEndpoints.list, ({ acteur }) => findFusions(deps.database, acteur.id))
}
