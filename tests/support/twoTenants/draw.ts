import type { Endpoint } from '#domain/contract/endpoint.ts'
import { allEndpoints } from '#domain/contract/endpoints.ts'
import type { Call } from '#tests/support/everyCall/calls.ts'
import { allowed } from '#tests/support/everyCall/rights.ts'
import { type Persona, personas } from '#tests/support/everyCall/world.ts'
import type { Tenant } from './tenant.ts'

/** A call of a person with any mixture of ids. */
export interface Drawn {
  readonly name: string
  readonly endpoint: Endpoint
  readonly mine: Tenant
  readonly foreign: Tenant
  readonly persona: Persona
  readonly call: Call
}

const lines = allEndpoints()
/** Any client with the secret of these links may open them by design. */
const openedByKnowing = new Set([
  'lien/read',
  'lien/join',
  'lien/enterAsInvite',
  'donnees/fetchLast',
  'album/telecharger',
])
const malformed = ['%00', '-1', '9'.repeat(40), '1e3', '%2e%2e%2f1', "1'or'1"]

/** Selects calls from the whole contract at random. @param random numbers from 0 to 1 */
export class Draw {
  readonly #random: () => number
  readonly #tenants: readonly [Tenant, Tenant]

  constructor(random: () => number, tenants: readonly [Tenant, Tenant]) {
    this.#random = random
    this.#tenants = tenants
  }

  next(): Drawn {
    const { name, endpoint } = this.#among(lines)
    const [one, other] = this.#tenants
    const [mine, foreign] = this.#random() < 0.5 ? [one, other] : [other, one]
    const persona = this.#persona(endpoint)
    const call = {
      ...mine.calls[name],
      params: this.#params(name, mine, foreign),
      query: this.#query(name, mine, foreign),
      body: this.#body(mine.calls[name]?.body, foreign),
    }
    return { name, endpoint, mine, foreign, persona, call }
  }

  /** Mostly an allowed person; an administrator may see everyone by design. */
  #persona({ access }: Endpoint): Persona {
    const may = this.#random() < 0.7 ? allowed[access] : personas
    const asking = may.filter((persona) => access !== 'administrateur' || persona !== 'AD')
    return asking.length === 0 ? 'OP' : this.#among(asking)
  }

  #params(name: string, mine: Tenant, foreign: Tenant): Record<string, string | number> {
    const own = paramsOf(mine, name)
    const others = paramsOf(foreign, name)
    return Object.fromEntries(
      Object.entries(own).map(([key, value]) => {
        const chance = this.#random()
        if (chance < 0.45) return [key, value]
        if (chance < 0.8) return [key, openedByKnowing.has(name) ? value : (others[key] ?? value)]
        if (chance < 0.9) return [key, typeof value === 'number' ? 987_654 : 'x'.repeat(value.length)]
        return [key, this.#among(malformed)]
      }),
    )
  }

  #query(name: string, mine: Tenant, foreign: Tenant): string {
    if (name === 'evenement/decouvrir') return `?recherche=${this.#among([mine, foreign]).marque}`
    if (name === 'evenement/search') return `?keyword=${this.#among([mine, foreign]).marque}`
    if (name === 'media/listParticipant' || name === 'media/listOrganisateur') {
      return this.#among(['', '?format=index', `?de=1&a=${foreign.world.mediaValide}`])
    }
    if (name === 'donnees/read') return this.#among(['', '?format=zip'])
    if (name === 'media/bytes' || name === 'media/download') {
      const form = this.#among(['type=original', 'type=thumbnail', 'type=custom&width=200', 'type=custom&width=800'])
      return `?${form}${this.#among(['', `&s=${mine.signature}`])}`
    }
    return mine.calls[name]?.query ?? ''
  }

  /** Sometimes with ids of the other tenant. */
  #body(body: unknown, { world }: Tenant): unknown {
    if (typeof body !== 'object' || body === null || Buffer.isBuffer(body) || this.#random() < 0.7) return body
    const { people, evenement, mediaValide, consentement } = world
    const ids = { createurId: people.OP.id, utilisateurId: people.PU.id, evenementId: evenement, id: mediaValide }
    return { ...body, ...ids, auteurId: people.PU.id, consentementId: consentement, role: 'ADMINISTRATEUR' }
  }

  #among<T>(all: readonly T[]): T {
    return all[Math.floor(this.#random() * all.length)] as T
  }
}

function paramsOf({ calls, exportToken, albumJeton }: Tenant, name: string): Readonly<Record<string, string | number>> {
  if (name === 'donnees/fetchLast') return { token: exportToken }
  return name === 'album/telecharger' ? { jeton: albumJeton } : (calls[name]?.params ?? {})
}
