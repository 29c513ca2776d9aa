import type { FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { idParam } from '#domain/contract/fields.ts'
import type { Access, Endpoint } from '#domain/contract/endpoint.ts'
import type { ErrorCode } from '#domain/contract/errors.ts'
import type { ConsentementGrants } from '../consentement/consentement.access.ts'
import type { DemandeRetraitGrants } from '../demandeRetrait/demandeRetrait.access.ts'
import type { EvenementGrants } from '../evenement/evenement.access.ts'
import type { InscriptionGrants } from '../inscription/inscription.access.ts'
import type { InvitationGrants } from '../invitation/invitation.access.ts'
import type { LienGrants } from '../lien/lien.access.ts'
import type { SessionGrants } from '../session/session.access.ts'
import type { MediaGrants } from '../media/media.access.ts'
import type { UploadGrants } from '../upload/upload.access.ts'
import type { ActeurConnecte } from './acteur.ts'
import { Problem } from './problem.ts'

/** What each rule finds: who asks and the object asked about. A noun adds its own lines in `<noun>.access.ts`. */
export interface Grants
  extends
    SessionGrants,
    EvenementGrants,
    InscriptionGrants,
    InvitationGrants,
    LienGrants,
    ConsentementGrants,
    MediaGrants,
    UploadGrants,
    DemandeRetraitGrants {}

/** What the rule `A` hands to a handler. */
export type Grant<A extends Access> = A extends keyof Grants
  ? Grants[A]
  : { acteur: ActeurConnecte | null; objet: unknown }

/** One request on one line, as a rule sees it. */
export interface Asked {
  readonly request: FastifyRequest
  readonly endpoint: Endpoint
  /**
   * The parsed address parameters. A malformed one is the line's refusal, so a rule asks after it knows who asks:
   * a stranger hears 401 whatever the address says.
   */
  params(): Record<string, unknown>
  /** What a foreign object and a missing one both answer on this line. */
  refusal(): Problem
}

/** Lets a request through with what it looked up, or throws a Problem. */
export type AccessRule<A extends Access> = (asked: Asked) => Promise<Grant<A>>

/** The rules of one noun or of all of them. */
export type AccessRules = { readonly [A in Access]?: AccessRule<A> }

/** A row's number in an address before anybody is known: a malformed one is no refusal yet, only no row. */
export function rowAsked(text: unknown): number {
  const { success, output } = v.safeParse(idParam, text)
  return success ? output : 0
}

/**
 * The refusal of a line: its 404 when it names one, else its 403 for what lies below an event (api, "One table").
 */
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
