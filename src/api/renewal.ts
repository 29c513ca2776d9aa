import { isTemporaryStatus } from '#domain/contract/temporaryStatus.ts'
import { utilisateurEndpoints } from '#domain/utilisateur/utilisateur.endpoints.ts'
import { NetworkError } from './apiError.ts'
import { withSessionCookie } from './sessionCookie.ts'
import { request } from './transport.ts'

interface SessionAnswer {
  token: string
  nom: string
  prenom: string
}

/**
 * Requests a new token with the refresh cookie. The cookie rotates, so tabs take turns.
 * @returns the code of the error when the server refuses
 * @throws NetworkError when it did not answer: the person then stays signed in (product 5)
 */
export async function fetchRenewedSession(): Promise<SessionAnswer | { refused: string }> {
  return withSessionCookie(async () => {
    const { method, path } = utilisateurEndpoints.session
    const response = await request({ method, path, token: null })
    if (isTemporaryStatus(response.status)) throw new NetworkError()
    const answer = (await response.json().catch(() => null)) as (SessionAnswer & { code?: unknown }) | null
    if (response.ok && answer !== null) return answer
    if (typeof answer?.code === 'string') return { refused: answer.code }
    // A proxy or a captive portal has answered, not our server.
    throw new NetworkError()
  })
}
