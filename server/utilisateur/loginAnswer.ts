import { prenomSeul } from '#domain/utilisateur/homonyme.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { nameAccount } from '../securite/securityEvents.ts'
import { deviceName } from '../session/deviceName.ts'
import { clearRefreshCookie, isPrefixedOrigin, readRefreshCookie, setRefreshCookie } from '../session/refreshCookie.ts'
import { deviceCookie, rememberDevice } from './knownDevice.ts'
import type { LoginInput, OpenedLogin } from './openLogin.ts'

interface AnswerDeps {
  readonly clock: Clock
  readonly publicUrl: string
  readonly secrets: Secrets
}

export function loginInputOf(
  deps: { readonly clock: Clock; readonly publicUrl: string },
  request: FastifyRequest,
): Omit<LoginInput, 'seSouvenir'> {
  return { appareil: deviceName(request.headers['user-agent']), replaced: readRefreshCookie(request, deps) }
}

/** Answers a login: sets the cookies, marks the device as known, and returns the session token. */
export function answerLogin(
  deps: AnswerDeps,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { utilisateur, session }: OpenedLogin,
) {
  nameAccount(request, utilisateur.id)
  if (session.refresh !== null) setRefreshCookie(reply, session.refresh, deps)
  else if (readRefreshCookie(request, deps) !== null) clearRefreshCookie(reply, deps)
  const cookie = deviceCookie({ tls: isPrefixedOrigin(deps.publicUrl) })
  const { email } = utilisateur
  // A guest cannot log in again, so there is no device to know.
  if (email !== null) rememberDevice({ request, reply, cookie }, deps.secrets, email)
  return sessionAnswer({ utilisateur, session })
}

export function sessionAnswer({ utilisateur: { nom, prenom, invite }, session: { token } }: OpenedLogin) {
  return { token, nom, prenom: invite === 1 ? prenomSeul(prenom) : prenom }
}
