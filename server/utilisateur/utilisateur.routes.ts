import { Problem } from '../http/problem.ts'
import { utilisateurEndpoints } from '#domain/utilisateur/utilisateur.endpoints.ts'
import { normalizeEmail } from '#domain/utilisateur/utilisateur.ts'
import type { Serve } from '../http/serve.ts'
import type { BreachedPasswords } from './breachedPasswords.ts'
import { nameAccount } from '../securite/securityEvents.ts'
import { deviceName } from '../session/deviceName.ts'
import { clearRefreshCookie, isPrefixedOrigin, readRefreshCookie, setRefreshCookie } from '../session/refreshCookie.ts'
import { endSession, refreshSession, remembersOther } from '../session/session.usecases.ts'
import { confirmEmail, type ConfirmationDeps, resendConfirmation } from './confirmation.usecases.ts'
import { readMe } from './profil.usecases.ts'
import { deviceCookie, knownDevice, readDeviceCookie } from './knownDevice.ts'
import { answerLogin, loginInputOf, sessionAnswer } from './loginAnswer.ts'
import { login, type LoginDeps, register } from './utilisateur.usecases.ts'

export function registerUtilisateur(
  serve: Serve,
  deps: LoginDeps & ConfirmationDeps & { readonly breachedPasswords: BreachedPasswords },
): void {
  const cookie = deviceCookie({ tls: isPrefixedOrigin(deps.publicUrl) })

  serve(utilisateurEndpoints.register, async ({ input, request }) => {
    await register(deps, { ...input.body, ip: request.ip })
    return { message: 'Compte créé. Un lien de confirmation vous a été envoyé.' }
  })

  serve(utilisateurEndpoints.login, async ({ input, request, reply }) => {
    const device = knownDevice(deps.secrets, readDeviceCookie(request, cookie), normalizeEmail(input.body.email))
    const origin = { ip: request.ip, device, ...loginInputOf(deps, request) }
    return answerLogin(deps, { request, reply }, await login(deps, { ...input.body, ...origin }))
  })

  serve(utilisateurEndpoints.session, async ({ resource, request, reply }) => {
    const appareil = deviceName(request.headers['user-agent'])
    const renewed = await refreshSession(deps, resource, appareil).catch((error: unknown) => {
      // Remove a refused secret from the browser. After any other failure the secret is still good: a guest has no
      // other way back.
      if (error instanceof Problem && error.status === 401) clearRefreshCookie(reply, deps)
      throw error
    })
    const { utilisateur, session } = renewed
    nameAccount(request, utilisateur.id)
    if (session.refresh !== null) setRefreshCookie(reply, session.refresh, deps)
    return sessionAnswer(renewed)
  })

  serve(utilisateurEndpoints.logout, async ({ acteur, request, reply }) => {
    const remembered = { cookie: readRefreshCookie(request, deps), utilisateurId: acteur.id }
    if (!(await remembersOther(deps, remembered))) clearRefreshCookie(reply, deps)
    await endSession(deps, acteur.credential.jti)
    // The browser's HTTP cache may hold pictures of the person.
    void reply.header('Clear-Site-Data', '"cache"')
    return { message: 'Vous êtes déconnecté(e).' }
  })

  serve(utilisateurEndpoints.me, ({ acteur }) => readMe(deps, acteur.id))

  serve(utilisateurEndpoints.confirmEmail, async ({ acteur, input }) => {
    await confirmEmail(deps, acteur, input.body.token)
    return { message: 'Votre adresse e-mail est confirmée.' }
  })

  serve(utilisateurEndpoints.resendConfirmation, async ({ acteur }) => {
    const isSent = await resendConfirmation(deps, acteur)
    return { message: isSent ? 'Un lien de confirmation vous a été envoyé.' : 'Votre adresse est déjà confirmée.' }
  })
}
