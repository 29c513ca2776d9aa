import { compteEndpoints } from '#domain/utilisateur/compte.endpoints.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { normalizeEmail } from '#domain/utilisateur/utilisateur.ts'
import { networkOf } from '../http/network.ts'
import type { Serve } from '../http/serve.ts'
import { askToKeepPlace } from '../invite/keepPlace.ts'
import { beginReprise, takeReprise } from '../invite/reprise.usecases.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { isPrefixedOrigin } from '../session/refreshCookie.ts'
import { deviceCookie, knownDevice, readDeviceCookie, rememberDevice } from './knownDevice.ts'
import { answerLogin, loginInputOf } from './loginAnswer.ts'
import { changeMe, dropNewEmail, type ProfilDeps } from './profil.usecases.ts'
import { askReinitialisation, resetPassword } from './reinitialisation.usecases.ts'
import { restoreUtilisateur } from './restauration.usecases.ts'

export function registerCompte(serve: Serve, deps: ProfilDeps & { readonly secrets: Secrets }): void {
  const cookie = deviceCookie({ tls: isPrefixedOrigin(deps.publicUrl) })

  serve(compteEndpoints.forgotPassword, async ({ input, request }) => {
    const device = knownDevice(deps.secrets, readDeviceCookie(request, cookie), normalizeEmail(input.body.email))
    await askReinitialisation(deps, { ...input.body, ip: request.ip, device })
    return { message: phrases.oubliSucces }
  })
  serve(compteEndpoints.resetPassword, async ({ input, request, reply }) => {
    const email = await resetPassword(deps, { ...input.body, ip: request.ip })
    // The link proves ownership of the address, as a password does: failed logins by strangers no longer block this
    // device.
    rememberDevice({ request, reply, cookie }, deps.secrets, email)
    return { message: 'Votre mot de passe est changé. Connectez-vous.' }
  })
  serve(compteEndpoints.restore, async ({ input, request }) => {
    await restoreUtilisateur(deps, { ...input.body, ip: request.ip })
    return { message: 'Votre compte est rouvert. Connectez-vous.' }
  })
  serve(compteEndpoints.keepPlace, async ({ acteur, input }) => {
    await askToKeepPlace(deps, acteur, input.body.email)
    return { message: 'Un lien de confirmation vous a été envoyé.' }
  })
  serve(compteEndpoints.dropNewEmail, ({ acteur }) => dropNewEmail(deps, acteur))
  serve(compteEndpoints.beginReprise, ({ acteur }) => beginReprise(deps, acteur))
  serve(compteEndpoints.reprendre, async ({ input, request, reply }) => {
    const taking = { ...input.body, network: networkOf(request.ip), ...loginInputOf(deps, request) }
    return answerLogin(deps, { request, reply }, await takeReprise(deps, taking))
  })
  serve(compteEndpoints.changeMe, ({ acteur, input }) => changeMe(deps, { acteur, input: input.body }))
}
