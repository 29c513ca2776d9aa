/** An error answer of the server: status, code and French sentence (domain/contract/errors.ts). */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  /** The account that the refused request has proved to be the caller's. */
  readonly utilisateurId: number | undefined

  constructor(status: number, code: string, message: string, utilisateurId?: number) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.utilisateurId = utilisateurId
  }
}

/** No usable answer: no network, a timeout after ten seconds, or an answer from something other than our server. */
export class NetworkError extends Error {
  constructor(cause?: unknown) {
    super('Le serveur ne répond pas. Vérifiez votre connexion.', { cause })
    this.name = 'NetworkError'
  }
}

/** The server's sentence if there is one, otherwise `fallback`. */
export function sentenceOr(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.message !== '' ? error.message : fallback
}

/** The sentence of the network error or of the server, otherwise `fallback`. */
export function causeOr(error: unknown, fallback: string): string {
  return error instanceof NetworkError ? error.message : sentenceOr(error, fallback)
}

/** The server's sentence for a 403 or a 404, otherwise `fallback`. */
export function refusalOr(error: unknown, fallback: string): string {
  return hasStatus(error, 403) || hasStatus(error, 404) ? sentenceOr(error, fallback) : fallback
}

/** Whether the server answered with an error. */
export function isRefused(error: unknown): boolean {
  return error instanceof ApiError
}

/** Whether the server answered that the resource does not exist, or is no longer accessible to this person. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.code !== '' && [403, 404, 410].includes(error.status)
}

/** Whether the server answered with this HTTP status. */
export function hasStatus(error: unknown, status: number): boolean {
  return error instanceof ApiError && error.status === status
}

/** The error code (domain/contract/errors.ts); empty when there is none. */
export function codeOf(error: unknown): string {
  return error instanceof ApiError ? error.code : ''
}

/** Whether the server requires the current password (product 7), or the given one is wrong. */
export function isProofRequired(error: unknown): boolean {
  return ['utilisateur.mot_de_passe_requis', 'utilisateur.mot_de_passe_incorrect'].includes(codeOf(error))
}
