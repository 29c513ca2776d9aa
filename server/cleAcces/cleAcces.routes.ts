import { cleAccesEndpoints as lines } from '#domain/utilisateur/cleAcces.endpoints.ts'
import type { Serve } from '../http/serve.ts'
import { deviceName } from '../session/deviceName.ts'
import { answerLogin, loginWishOf } from '../utilisateur/loginAnswer.ts'
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

/** Passkeys of the signed-in person, and the login by one. */
export function registerClesAcces(serve: Serve, deps: CleAccesDeps): void {
  serve(lines.list, ({ acteur }) => readClesAcces(deps, acteur))
  serve(lines.begin, ({ acteur, input }) => beginAjout(deps, { acteur, ...input.body }))
  serve(lines.add, ({ acteur, input, request }) =>
    addCleAcces(deps, { acteur, ...input.body, nom: deviceName(request.headers['user-agent']) }),
  )
  serve(lines.remove, async ({ acteur, input }) => {
    await removeCleAcces(deps, { acteur, ...input.body, id: input.params.id })
    return { message: "La clé d'accès est supprimée." }
  })
  serve(lines.enforce, async ({ acteur, input }) => ({
    codesSecours: await enforceCleAcces(deps, { acteur, ...input.body }),
  }))
  serve(lines.relax, async ({ acteur, input }) => {
    await relaxCleAcces(deps, { acteur, ...input.body })
    return { message: "La connexion ne demande plus de clé d'accès." }
  })
  serve(lines.beginLogin, ({ request }) => beginCleLogin(deps, request.ip))
  serve(lines.login, async ({ input, request, reply }) => {
    const opened = await loginByCle(deps, { ...input.body, ...loginWishOf(deps, request) })
    return answerLogin(deps, { request, reply }, opened)
  })
}
