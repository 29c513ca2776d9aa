import { lienEndpoints } from '#domain/lien/lien.endpoints.ts'
import { consentementOrigin } from '../consentement/consentement.routes.ts'
import { networkOf } from '../http/network.ts'
import type { Serve } from '../http/serve.ts'
import { enterAsInvite } from '../invite/invite.usecases.ts'
import type { SessionDeps } from '../session/acteur.ts'
import { answerLogin, loginInputOf } from '../utilisateur/loginAnswer.ts'
import { createLien, endLien, joinByLien, type LienDeps, listLiens, longCodeOf, readLien } from './lien.usecases.ts'

export function registerLiens(serve: Serve, deps: LienDeps & SessionDeps): void {
  serve(lienEndpoints.create, ({ acteur, resource, input }) =>
    createLien(deps, { acteur, evenementId: resource.id, ...input.body }),
  )
  serve(lienEndpoints.list, ({ resource }) => listLiens(deps, resource.id))
  serve(lienEndpoints.revoke, ({ acteur, resource }) => endLien(deps, { acteur, lien: resource }))
  serve(lienEndpoints.read, ({ input, request }) => readLien(deps, { ...input.params, ip: request.ip }))
  serve(lienEndpoints.join, ({ acteur, input, request }) =>
    joinByLien(deps, { acteur, ...input.params, ...input.body, ip: request.ip }),
  )
  serve(lienEndpoints.enterAsInvite, async ({ input, request, reply }) => {
    const origin = { network: networkOf(request.ip), origine: consentementOrigin(request) }
    const code = await longCodeOf(deps, { ...input.params, ip: request.ip })
    const entry = { ...input.body, code, ...origin, ...loginInputOf(deps, request) }
    const { inscription, ...opened } = await enterAsInvite(deps, entry)
    return { ...answerLogin(deps, { request, reply }, opened), inscription }
  })
}
