/** The server refused: its status, code and French sentence (domain/contract/errors.ts). */
export class ApiError extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
  }
}

/** No usable answer came: no network, ten seconds passed, or something between us and the server spoke. */
export class NetworkError extends Error {
  constructor(cause?: unknown) {
    super('Le serveur ne répond pas. Vérifiez votre connexion.', { cause })
    this.name = 'NetworkError'
  }
}

/** The server's own sentence when it gave one, else the feature's. */
export function sentenceOr(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.message !== '' ? error.message : fallback
}

/** The server's own sentence, or that it is silent; else the feature's. */
export function causeOr(error: unknown, fallback: string): string {
  return error instanceof NetworkError ? error.message : sentenceOr(error, fallback)
}

/** The server's own sentence where it says that something is not there or not allowed, else the feature's. */
export function refusalOr(error: unknown, fallback: string): string {
  return hasStatus(error, 403) || hasStatus(error, 404) ? sentenceOr(error, fallback) : fallback
}

/** Whether the server answered and would not. */
export function isRefused(error: unknown): boolean {
  return error instanceof ApiError
}

/** Whether the server said that what was asked for is not there, or not for this person any more. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.code !== '' && [403, 404, 410].includes(error.status)
}

/** Whether the server answered with this status. */
export function hasStatus(error: unknown, status: number): boolean {
  return error instanceof ApiError && error.status === status
}

/** The code of a refusal (domain/contract/errors.ts); empty when the server said nothing. */
export function codeOf(error: unknown): string {
  return error instanceof ApiError ? error.code : ''
}
