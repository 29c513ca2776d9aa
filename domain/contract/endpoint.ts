import type { GenericSchema, InferInput, InferOutput } from 'valibot'
import type { ErrorCode } from '#domain/contract/errors.ts'

/**
 * Who may make a call. The server has one function per rule and refuses to start when a line has none.
 * The part before the dot names the object that is looked up; a foreign one answers like a missing one.
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

/** One line of the contract. Paths are below /api; parameters are written `:id`. */
export interface Endpoint {
  readonly method: Method
  readonly path: string
  readonly access: Access
  readonly params?: GenericSchema
  readonly query?: GenericSchema
  readonly body?: GenericSchema
  /** Header fields by their names; values are percent-encoded UTF-8, because a header field carries ASCII. */
  readonly headers?: GenericSchema & { readonly entries: Readonly<Record<string, unknown>> }
  /** What comes back: a schema, `bytes` for a file or a raw protocol answer, `nothing` for an empty body. */
  readonly answer: GenericSchema | 'bytes' | 'nothing'
  /** A long answer that is worth compressing for whoever takes it so. It holds no secret that a guess could measure. */
  readonly compressed?: true
  /** Status of the good answer; 200 when absent. */
  readonly status?: number
  readonly errors: readonly ErrorCode[]
  /** One English sentence for the generated documentation. */
  readonly summary: string
}

/** Writes a line of the contract, keeping the exact types of its schemas. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}

type InputOf<S> = S extends GenericSchema ? InferInput<S> : undefined
type OutputOf<S> = S extends GenericSchema ? InferOutput<S> : undefined

/** What a caller of a line gives (before parsing). */
export type CallInput<E extends Endpoint> = (E['params'] extends GenericSchema
  ? { params: Record<keyof InferInput<E['params']>, string | number> }
  : { params?: undefined }) &
  (E['query'] extends GenericSchema ? { query?: InputOf<E['query']> } : { query?: undefined }) &
  (E['headers'] extends GenericSchema ? { headers?: InputOf<E['headers']> } : { headers?: undefined }) &
  (E['body'] extends GenericSchema ? { body: InputOf<E['body']> } : { body?: undefined })

/** What the handler of a line gets (after parsing). */
export interface ParsedInput<E extends Endpoint> {
  readonly params: OutputOf<E['params']>
  readonly query: OutputOf<E['query']>
  readonly headers: OutputOf<E['headers']>
  readonly body: OutputOf<E['body']>
}

/** What comes back from a line, parsed on both sides. */
export type Answer<E extends Endpoint> = OutputOf<E['answer']>
