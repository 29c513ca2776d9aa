import { type ErrorCode, errors, sentenceOf } from '#domain/contract/errors.ts'

/** Details of a problem: placeholders of its sentence, another sentence, headers such as Retry-After, a cause. */
export interface ProblemDetails {
  readonly values?: Readonly<Record<string, string | number>>
  readonly message?: string
  readonly headers?: Readonly<Record<string, string>>
  /** The account that the caller has proved to be theirs, sent with the answer. */
  readonly utilisateurId?: number
  /** Only for the log; must not contain a secret. */
  readonly cause?: unknown
}

/** An error of the API, sent as `{ message, code }`, with a proven `utilisateurId` if there is one, by the error handler. */
export class Problem extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly utilisateurId: number | undefined

  constructor(code: ErrorCode, details: ProblemDetails = {}) {
    super(details.message ?? sentenceOf(code, details.values), { cause: details.cause })
    this.name = 'Problem'
    this.code = code
    this.status = errors[code].status
    this.headers = details.headers ?? {}
    this.utilisateurId = details.utilisateurId
  }
}

/** Returns a value, or throws the problem when it is null or undefined. */
export function orThrow<T>(found: T | null | undefined, code: ErrorCode): T {
  if (found === null || found === undefined) throw new Problem(code)
  return found
}
