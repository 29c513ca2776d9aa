import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#domain/contract/endpoint.ts'
import { allEndpoints, endpoints } from '#domain/contract/endpoints.ts'
import type { Problem } from '../http/problem.ts'
import type { SecurityJournal } from './journal.ts'

/** Successful responses that are logged: they open, change or end an account, or export its data. */
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
  endpoints.lien.enterAsInvite,
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

export interface AnsweredCall {
  readonly endpoint: Endpoint
  readonly request: FastifyRequest
  /** Id of the account that the access rule found; null for public endpoints. */
  readonly acteurId: number | null
  /** Null for a successful response. */
  readonly problem: Problem | null
}

/** Sets the account of a public request, for example a login. */
export function nameAccount(request: FastifyRequest, id: number): void {
  accounts.set(request, id)
}

/** Logs security-relevant responses: those of the list, and every 401, 403 and 429. */
export function logSecurityEvent(
  journal: SecurityJournal,
  { endpoint, request, acteurId, problem }: AnsweredCall,
): void {
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
