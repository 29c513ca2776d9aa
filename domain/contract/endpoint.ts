import type { GenericSchema, InferInput, InferOutput } from 'valibot'
import type { ErrorCode } from '#domain/contract/errors.ts'

/**
 * Who may make a call. The server has one function per rule and does not start when an endpoint has none.
 * The part before the dot names the resource that is looked up; a resource
 * of another person gets the same answer as a missing one.
 */
export type Access =
  | 'public'
  | 'refreshCookie'
  | 'session'
  | 'participant'
  | 'organisateur'
  | 'organisateur.soi'
  | 'administrateur'
  | 'evenement.organisateur'
  | 'evenement.supprime'
  | 'evenement.lecteur'
  | 'evenement.membre'
  | 'evenement.galerie'
  | 'evenement.inscriptible'
  | 'evenement.deposant'
  | 'upload.proprietaire'
  | 'media.organisateur'
  | 'media.moderateur'
  | 'media.corbeille'
  | 'media.auteur'
  | 'media.lecteur'
  | 'media.octets'
  | 'inscription.organisateur'
  | 'invitation.destinataire'
  | 'invitation.organisateur'
  | 'lien.organisateur'
  | 'demandeRetrait.organisateur'
  | 'consentement.titulaire'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS'

/** One endpoint of the contract. Paths are below /api; parameters are written `:id`. */
export interface Endpoint {
  readonly method: Method
  readonly path: string
  readonly access: Access
  /**
   * Whether a guest (a participant who entered by a link with a first name alone) may make the call within their event;
   * false: 403 `invite.refuse`. True for a call that does not identify its caller.
   */
  readonly invite: boolean
  readonly params?: GenericSchema
  readonly query?: GenericSchema
  readonly body?: GenericSchema
  /** Header fields by their names; values are percent-encoded UTF-8, because a header field carries ASCII. */
  readonly headers?: GenericSchema & { readonly entries: Readonly<Record<string, unknown>> }
  /** The answer: a schema, `bytes` for a file or a raw protocol answer, `nothing` for an empty body. */
  readonly answer: GenericSchema | 'bytes' | 'nothing'
  /**
   * A long answer, compressed when the client accepts it. It contains no secret that its length could reveal (BREACH).
   */
  readonly compressed?: true
  /** Status of the successful answer; 200 when absent. */
  readonly status?: number
  readonly errors: readonly ErrorCode[]
  /** One or two short English sentences for the generated documentation: what the call does or returns. */
  readonly summary: string
}

/** Declares an endpoint of the contract, keeping the exact types of its schemas. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}

type InputOf<S> = S extends GenericSchema ? InferInput<S> : undefined
type OutputOf<S> = S extends GenericSchema ? InferOutput<S> : undefined

/** Input of an endpoint as the caller gives it (before parsing). */
export type CallInput<E extends Endpoint> = (E['params'] extends GenericSchema
  ? { params: Record<keyof InferInput<E['params']>, string | number> }
  : { params?: undefined }) &
  (E['query'] extends GenericSchema ? { query?: InputOf<E['query']> } : { query?: undefined }) &
  (E['headers'] extends GenericSchema ? { headers?: InputOf<E['headers']> } : { headers?: undefined }) &
  (E['body'] extends GenericSchema ? { body: InputOf<E['body']> } : { body?: undefined })

/** Input of an endpoint as its handler gets it (after parsing). */
export interface ParsedInput<E extends Endpoint> {
  readonly params: OutputOf<E['params']>
  readonly query: OutputOf<E['query']>
  readonly headers: OutputOf<E['headers']>
  readonly body: OutputOf<E['body']>
}

/** Answer of an endpoint, parsed on both sides. */
export type Answer<E extends Endpoint> = OutputOf<E['answer']>
