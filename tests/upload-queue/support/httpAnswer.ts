import type { HttpAnswer } from '#upload-queue/engine/ports.ts'

/** An answer of our server with a status and the given fields only. */
export function httpAnswer(status: number, rest: Partial<HttpAnswer> = {}): HttpAnswer {
  return {
    kind: 'http',
    tus: true,
    code: null,
    message: null,
    retryAfterMs: null,
    offset: null,
    location: null,
    mediaId: null,
    sha256: null,
    duplicate: false,
    ...rest,
    status,
  }
}
