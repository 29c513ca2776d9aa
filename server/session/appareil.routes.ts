import { appareilEndpoints } from '#domain/utilisateur/appareil.endpoints.ts'
import type { Serve } from '../http/serve.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { listAppareils, signOutAppareil, signOutOtherAppareils } from './appareil.usecases.ts'

export function registerAppareils(serve: Serve, deps: DatabaseDeps): void {
  serve(appareilEndpoints.list, ({ acteur }) => listAppareils(deps, acteur))
  serve(appareilEndpoints.end, async ({ acteur, input }) => {
    await signOutAppareil(deps, acteur, input.params.id)
    return { message: 'Appareil déconnecté.' }
  })
  serve(appareilEndpoints.endOthers, async ({ acteur }) => {
    await signOutOtherAppareils(deps, acteur)
    return { message: 'Vos autres appareils sont déconnectés.' }
  })
}
