import type { FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { idParam } from '#domain/contract/fields.ts'
import type { Endpoint } from '#domain/contract/endpoint.ts'
import type { ErrorCode } from '#domain/contract/errors.ts'
import type { ActeurConnecte } from './acteur.ts'
import { Problem } from './problem.ts'

/** What a rule hands to the handler: the caller, and the resource that the rule looked up. */
export interface AccessContext<R, A extends ActeurConnecte = ActeurConnecte> {
  readonly acteur: A
  readonly resource: R
}

/** One request to one endpoint, as a rule sees it. */
export interface Asked {
  readonly request: FastifyRequest
  readonly endpoint: Endpoint
  /**
   * The parsed address parameters; throws the endpoint's refusal when one is malformed. A rule calls it after it has
   * identified the caller, so that an anonymous caller gets 401 for any address.
   */
  params(): Record<string, unknown>
  /** The answer for a resource of somebody else and for a missing one; the two do not differ. */
  refusal(): Problem
}

/** Checks one request. Returns the context `C`, or throws a Problem. */
export type AccessRule<C> = (asked: Asked) => Promise<C>

/** One rule for each name in `Contexts`. */
export type AccessRules<Contexts> = { readonly [Name in keyof Contexts]: AccessRule<Contexts[Name]> }

/** A row's number in an address whose caller is not known yet; 0, which no row has, when it is malformed. */
export function rowAsked(text: unknown): number {
  const { success, output } = v.safeParse(idParam, text)
  return success ? output : 0
}

/** The refusal of an endpoint: its 404 when it names one, else its 403 for what is below an event (api, "One table"). */
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
