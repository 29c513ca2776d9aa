import { type ErrorCode, errors, sentenceOf } from '#domain/contract/errors.ts'

/** What a problem adds to its code: holes of its sentence, a whole other sentence, headers such as Retry-After, a cause. */
export interface ProblemDetails {
  readonly values?: Readonly<Record<string, string | number>>
  readonly message?: string
  readonly headers?: Readonly<Record<string, string>>
  /** For the log alone; holds no secret. */
  readonly cause?: unknown
}

/** A refusal of the API, thrown anywhere and answered in one place as `{ message, code }`. */
export class Problem extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ErrorCode, details: ProblemDetails = {}) {
    super(details.message ?? sentenceOf(code, details.values), { cause: details.cause })
    this.name = 'Problem'
    this.code = code
    this.status = errors[code].status
    this.headers = details.headers ?? {}
  }
}

/** Nothing found: the refusal to throw in its place. */
export function orThrow<T>(found: T | null | undefined, code: ErrorCode): T {
  if (found === null || found === undefined) throw new Problem(code)
  return found
}
