import type { ErrorCode } from '#domain/contract/errors.ts'
import { utilisateurEndpoints } from '#domain/utilisateur/utilisateur.endpoints.ts'
import { NetworkError } from './apiError.ts'
import { request } from './transport.ts'

interface SessionAnswer {
  token: string
  nom: string
  prenom: string
}

const ended: ErrorCode = 'session.participation_terminee'

/**
 * Requests a new token with the refresh cookie. The cookie rotates, so tabs take turns under one Web Lock.
 * @returns null when the server refuses, `terminee` when because the organiser has ended a guest's participation
 * @throws NetworkError when it did not answer: the person then stays signed in (product 5)
 */
export async function fetchRenewedSession(): Promise<SessionAnswer | 'terminee' | null> {
  const ask = async (): Promise<SessionAnswer | 'terminee' | null> => {
    const { method, path } = utilisateurEndpoints.session
    const response = await request({ method, path, token: null })
    if (response.status >= 500 || response.status === 429) throw new NetworkError()
    const answer = (await response.json().catch(() => null)) as (SessionAnswer & { code?: string }) | null
    if (!response.ok) return answer?.code === ended ? 'terminee' : null
    if (answer === null) throw new NetworkError()
    return answer
  }
  // lib.dom types navigator.locks as always present; it is missing over plain http.
  const locks = navigator.locks as LockManager | undefined
  return locks === undefined ? ask() : await locks.request('eclats:session', ask)
}
