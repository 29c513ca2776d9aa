import type { OwnerId } from '#upload-queue/engine/owner.ts'
import { versionRGPD } from '#domain/consentement/consentement.ts'
import type { MediaRow } from '#server/database/tables/medias.ts'
import type { Operation } from './plan.ts'
import type { Setting } from './setting.ts'

/** A decision about a media, and its operation. */
export interface Decision {
  readonly statut: MediaRow['statut']
  readonly raison: string | null
  readonly at: number
}

type ApiAction = Extract<Operation, { do: 'evenement' | 'inscription' | 'consentement' }>
type Verdict = Extract<Operation, { do: 'moderate' }>['decision']

/** Decisions through the API, and their expected results. */
export class ApiActions {
  readonly closed = new Set<number>()
  /** Key `event person`, by their positions in the plan. */
  readonly cancelled = new Set<string>()
  readonly withdrawn = new Set<number>()
  readonly decisions = new Map<number, Decision>()
  readonly favoris = new Set<number>()
  readonly #setting: Setting

  constructor(setting: Setting) {
    this.#setting = setting
  }

  async do(action: ApiAction): Promise<void> {
    const { evenements, people, claire } = this.#setting
    if (action.do === 'evenement') {
      const statut = action.isOpen ? 'EN_COURS' : 'ANNULE'
      const path = `/frontend/organisateur/evenements/${evenements[action.evenement]}/statut`
      await this.#call('PUT', path, { token: claire.token, body: { statut } })
      mark(this.closed, action.evenement, !action.isOpen)
    }
    if (action.do === 'inscription') {
      const key = `${action.evenement} ${action.person}`
      if (this.cancelled.has(key) !== action.isValide) return
      const [evenementId = 0, utilisateurId = 0] = [evenements[action.evenement], people[action.person]?.id]
      const path = `/evenements/${evenementId}/participants/${utilisateurId}/statut`
      if (action.isValide) await this.#validateAgain(evenementId, utilisateurId)
      else await this.#call('PUT', path, { token: claire.token, body: { statutInscription: 'ANNULE' } })
      mark(this.cancelled, key, !action.isValide)
    }
    if (action.do === 'consentement') {
      const token = people[action.person]?.token ?? ''
      const body = { consentementDonne: action.isGiven, versionRGPD }
      await this.#call('POST', '/frontend/participant/consentement-rgpd', { token, body })
      mark(this.withdrawn, action.person, !action.isGiven)
    }
  }

  /** The error codes that the server may return to this person here. */
  refusals(evenementId: number, ownerId: OwnerId): Set<string> {
    const { evenements, people } = this.#setting
    const evenement = evenements.indexOf(evenementId)
    const person = people.findIndex(({ id }) => id === ownerId)
    return new Set([
      ...(this.closed.has(evenement) ? ['upload.evenement_ferme'] : []),
      ...(this.cancelled.has(`${evenement} ${person}`) ? ['upload.inscription_requise'] : []),
      ...(this.withdrawn.has(person) ? ['upload.consentement_requis'] : []),
    ])
  }

  async moderate({ id, statut }: MediaRow, decision: Verdict, at: number): Promise<void> {
    const raison = `Photo floue (${at})`
    const path = `/frontend/organisateur/medias/${id}`
    const { token } = this.#setting.claire
    if (decision === 'favori') {
      await this.#call('POST', `${path}/favori`, { token })
      this.favoris.add(id)
    } else if (decision === 'retirer') {
      await this.#call('DELETE', path, { token })
      this.decisions.set(id, { statut: 'SUPPRIME', raison: null, at })
    } else if (decision === 'rejeter') {
      if (statut === 'REJETE') return
      await this.#call('PATCH', `${path}/rejeter`, { token, body: { raison } })
      this.decisions.set(id, { statut: 'REJETE', raison, at })
    } else {
      await this.#call('PATCH', `${path}/valider`, { token, body: {} })
      this.decisions.set(id, { statut: 'VALIDE', raison: null, at })
    }
  }

  async deleteOwn({ id, auteurId, raison }: MediaRow, at: number): Promise<void> {
    const token = this.#setting.people.find((person) => person.id === auteurId)?.token ?? ''
    await this.#call('DELETE', `/frontend/participant/medias/${id}`, { token })
    this.decisions.set(id, { statut: 'SUPPRIME', raison, at })
  }

  /** All events open, all registrations valid, all consents given. */
  async restoreAll(): Promise<void> {
    for (const evenement of this.closed) await this.do({ do: 'evenement', evenement, isOpen: true })
    for (const key of this.cancelled) {
      const [evenement = 0, person = 0] = key.split(' ').map(Number)
      await this.do({ do: 'inscription', evenement, person, isValide: true })
    }
    for (const person of this.withdrawn) await this.do({ do: 'consentement', person, isGiven: true })
  }

  /** The API cannot undo a cancellation. */
  async #validateAgain(evenementId: number, utilisateurId: number): Promise<void> {
    await this.#setting.parts.database
      .updateTable('inscription')
      .set({ statutInscription: 'VALIDE' })
      .where('evenementId', '=', evenementId)
      .where('utilisateurId', '=', utilisateurId)
      .execute()
  }

  /** Bypasses the simulated network, which only applies to the phones. */
  async #call(method: string, path: string, { token, body }: { token: string; body?: unknown }): Promise<void> {
    const answer = await fetch(`${this.#setting.server.address}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        connection: 'close',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  }
}

function mark<T>(set: Set<T>, value: T, isIn: boolean): void {
  if (isIn) set.add(value)
  else set.delete(value)
}
