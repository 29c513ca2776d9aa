import { secondFacteurEndpoints } from '#domain/utilisateur/secondFacteur.endpoints.ts'
import type { Serve } from '../http/serve.ts'
import {
  activate,
  begin,
  deactivate,
  readSecondFacteur,
  renewCodes,
  type SecondFacteurDeps,
} from './secondFacteur.usecases.ts'

export function registerSecondFacteur(serve: Serve, deps: SecondFacteurDeps): void {
  serve(secondFacteurEndpoints.read, ({ acteur }) => readSecondFacteur(deps, acteur))
  serve(secondFacteurEndpoints.begin, ({ acteur, input }) => begin(deps, { acteur, ...input.body }))
  serve(secondFacteurEndpoints.activate, async ({ acteur, input }) => ({
    codesSecours: await activate(deps, { acteur, code: input.body.code }),
  }))
  serve(secondFacteurEndpoints.renewCodes, async ({ acteur, input }) => ({
    codesSecours: await renewCodes(deps, { acteur, ...input.body }),
  }))
  serve(secondFacteurEndpoints.remove, async ({ acteur, input }) => {
    await deactivate(deps, { acteur, ...input.body })
    return { message: 'La connexion en deux étapes est désactivée.' }
  })
}
