import { endpoints } from '#domain/contract/endpoints.ts'
import { phrases } from '#domain/texte/phrases.ts'
import type { Serve } from '../http/serve.ts'
import { changeMe, type ProfilDeps } from './profil.usecases.ts'
import { askReinitialisation, resetPassword } from './reinitialisation.usecases.ts'
import { restoreUtilisateur } from './restauration.usecases.ts'

const lines = endpoints.compte

/** One's own account: a forgotten password, an archive, and what one changes. */
export function registerCompte(serve: Serve, deps: ProfilDeps): void {
  serve(lines.forgotPassword, async ({ input, request }) => {
    await askReinitialisation(deps, { ...input.body, ip: request.ip })
    return { message: phrases.oubliSucces }
  })
  serve(lines.resetPassword, async ({ input, request }) => {
    await resetPassword(deps, { ...input.body, ip: request.ip })
    return { message: 'Votre mot de passe est changé. Connectez-vous.' }
  })
  serve(lines.restore, async ({ input, request }) => {
    await restoreUtilisateur(deps, { ...input.body, ip: request.ip })
    return { message: 'Votre compte est rouvert. Connectez-vous.' }
  })
  serve(lines.changeMe, ({ acteur, input }) => changeMe(deps, { acteur, input: input.body }))
}
