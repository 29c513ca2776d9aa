import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#domain/contract/endpoint.ts'
import { allEndpoints, endpoints } from '#domain/contract/endpoints.ts'
import type { Problem } from '../http/problem.ts'
import type { SecurityJournal } from './journal.ts'

/** Good answers that are written down: they open, change or end an account, or hand out everything about it. */
const written = new Set<Endpoint>([
  ...Object.values(endpoints.compte),
  ...Object.values(endpoints.donnees),
  endpoints.appareil.end,
  endpoints.appareil.endOthers,
  endpoints.secondFacteur.begin,
  endpoints.secondFacteur.activate,
  endpoints.secondFacteur.renewCodes,
  endpoints.secondFacteur.remove,
  endpoints.cleAcces.begin,
  endpoints.cleAcces.add,
  endpoints.cleAcces.remove,
  endpoints.cleAcces.enforce,
  endpoints.cleAcces.relax,
  endpoints.cleAcces.login,
  endpoints.utilisateur.login,
  endpoints.utilisateur.register,
  endpoints.utilisateur.session,
  endpoints.utilisateur.logout,
  endpoints.utilisateur.confirmEmail,
  endpoints.utilisateur.change,
  endpoints.utilisateur.remove,
])
const names = new Map<Endpoint, string>(allEndpoints().map(({ name, endpoint }) => [endpoint, name]))
const accounts = new WeakMap<FastifyRequest, number>()

/** How a call of the contract ended. */
export interface Answered {
  readonly endpoint: Endpoint
  readonly request: FastifyRequest
  /** Id of the account that the access rule found; null on public calls. */
  readonly acteurId: number | null
  /** Null for a good answer. */
  readonly problem: Problem | null
}

/** Says whose account a public call turned out to be about, for example a login. */
export function nameAccount(request: FastifyRequest, id: number): void {
  accounts.set(request, id)
}

/** Writes down what concerns an account or a right; every refusal of a credential or a right does. */
export function noteAnswer(journal: SecurityJournal, { endpoint, request, acteurId, problem }: Answered): void {
  const isWritten = problem ? [401, 403, 429].includes(problem.status) : written.has(endpoint)
  if (!isWritten) return
  journal.write({
    evenement: names.get(endpoint) ?? endpoint.path,
    statut: problem?.status ?? endpoint.status ?? 200,
    code: problem?.code ?? null,
    compte: acteurId ?? accounts.get(request) ?? null,
    adresse: request.ip,
    requete: request.id,
  })
}
