import { cleAccesEndpoints } from '#domain/utilisateur/cleAcces.endpoints.ts'
import type { Serve } from '../http/serve.ts'
import { deviceName } from '../session/deviceName.ts'
import { answerLogin, loginInputOf } from '../utilisateur/loginAnswer.ts'
import {
  addCleAcces,
  beginAjout,
  type CleAccesDeps,
  enforceCleAcces,
  readClesAcces,
  relaxCleAcces,
  removeCleAcces,
} from './cleAcces.usecases.ts'
import { beginCleLogin, loginByCle } from './cleAccesLogin.ts'

export function registerClesAcces(serve: Serve, deps: CleAccesDeps): void {
  serve(cleAccesEndpoints.list, ({ acteur }) => readClesAcces(deps, acteur))
  serve(cleAccesEndpoints.begin, ({ acteur, input }) => beginAjout(deps, { acteur, ...input.body }))
  serve(cleAccesEndpoints.add, ({ acteur, input, request }) =>
    addCleAcces(deps, { acteur, ...input.body, nom: deviceName(request.headers['user-agent']) }),
  )
  serve(cleAccesEndpoints.remove, async ({ acteur, input }) => {
    await removeCleAcces(deps, { acteur, ...input.body, id: input.params.id })
    return { message: "La clé d'accès est supprimée." }
  })
  serve(cleAccesEndpoints.enforce, async ({ acteur, input }) => ({
    codesSecours: await enforceCleAcces(deps, { acteur, ...input.body }),
  }))
  serve(cleAccesEndpoints.relax, async ({ acteur, input }) => {
    await relaxCleAcces(deps, { acteur, ...input.body })
    return { message: "La connexion ne demande plus de clé d'accès." }
  })
  serve(cleAccesEndpoints.beginLogin, ({ request }) => beginCleLogin(deps, request.ip))
  serve(cleAccesEndpoints.login, async ({ input, request, reply }) => {
    const opened = await loginByCle(deps, { ...input.body, ...loginInputOf(deps, request) })
    return answerLogin(deps, { request, reply }, opened)
  })
}
