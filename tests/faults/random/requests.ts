import type { GuestEntry } from '#upload-queue/store/queueDatabase.ts'
import { ApiError } from '#src/api/apiError.ts'
import type { GrantAnswer } from '#src/pwa/queue/queueSession.ts'
import type { Setting } from './setting.ts'

interface InviteAnswer {
  readonly token: string
  readonly inscription: { readonly user: { readonly id: number } }
}

/** The requests of a phone beside the uploads, through the simulated network. */
export class PhoneRequests {
  readonly #setting: Setting
  readonly #requestTimeoutMs: () => number

  constructor(setting: Setting, requestTimeoutMs: () => number) {
    this.#setting = setting
    this.#requestTimeoutMs = requestTimeoutMs
  }

  async grant(evenementId: number, token: string): Promise<GrantAnswer> {
    const answer = await this.#post(`/frontend/participant/evenements/${evenementId}/upload-grants`, { token })
    return (await answer.json()) as GrantAnswer
  }

  /** @throws ApiError on an error answer */
  async enter({ code, key, prenom, versionRGPD }: GuestEntry): Promise<{ id: number; token: string }> {
    const consentement = { accepte: true, version: versionRGPD }
    const body = { cle: key, prenom, typeParticipation: 'SUR_PLACE', consentement }
    const answer = await this.#post(`/liens/${code}/invites`, { body })
    const { token, inscription } = (await answer.json()) as InviteAnswer
    return { id: inscription.user.id, token }
  }

  logout(token: string): Promise<unknown> {
    return this.#post('/auth/logout', { token })
  }

  async #post(path: string, { token, body }: { token?: string; body?: object }): Promise<Response> {
    const answer = await fetch(`${this.#setting.origin}/api${path}`, {
      method: 'POST',
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(this.#requestTimeoutMs()),
    })
    if (answer.ok) return answer
    const { code = '', message = '' } = (await answer.json().catch(() => ({}))) as { code?: string; message?: string }
    throw new ApiError(answer.status, code, message)
  }
}
