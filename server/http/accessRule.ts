import type { FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { idParam } from '#domain/contract/fields.ts'
import type { Endpoint } from '#domain/contract/endpoint.ts'
import type { ErrorCode } from '#domain/contract/errors.ts'
import type { ActeurConnecte } from './acteur.ts'
import { Problem } from './problem.ts'

/** What a rule passes to the handler: the caller, and the resource that the rule looked up. */
export interface AccessContext<R, A extends ActeurConnecte = ActeurConnecte> {
  readonly acteur: A
  readonly resource: R
}

/** The request that a rule checks. */
export interface AccessRequest {
  readonly request: FastifyRequest
  readonly endpoint: Endpoint
  /**
   * The parsed URL parameters; throws the endpoint's refusal when one is malformed. A rule calls it after it has
   * identified the caller, so that an anonymous caller gets 401 for any URL.
   */
  params(): Record<string, unknown>
  /** The error for a resource that is missing or belongs to another person. Both are the same. */
  refusal(): Problem
}

/** Checks one request. Returns the context `C`, or throws a Problem. */
export type AccessRule<C> = (asked: AccessRequest) => Promise<C>

export type AccessRules<Contexts> = { readonly [Name in keyof Contexts]: AccessRule<Contexts[Name]> }

/** Parses a row id from the URL before the caller is identified. Malformed ids become 0, which no row has. */
export function rowAsked(text: unknown): number {
  const { success, output } = v.safeParse(idParam, text)
  return success ? output : 0
}

/** The refusal of an endpoint: its 404 if it declares one, else its 403. */
export function refusalOf(endpoint: Endpoint): Problem {
  const missing = endpoint.errors.find((code) => code.endsWith('.introuvable'))
  const refused = endpoint.errors.find((code) => refusedCodes.has(code))
  return new Problem(missing ?? refused ?? 'requete.introuvable')
}

const refusedCodes = new Set<ErrorCode>([
  'evenement.acces_refuse',
  'media.acces_refuse',
  'upload.inscription_requise',
  'acces.refuse',
])
