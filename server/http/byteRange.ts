import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Inclusive byte positions. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * Parses a single range of RFC 9110 (14.1.2). Several ranges are answered with the whole body, as the RFC allows.
 * @param header value of Range, or undefined
 * @param size bytes of the whole body
 * @returns undefined for the whole body
 */
function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '')
  if (!match) return undefined
  const [, from = '', to = ''] = match
  if (from === '' && to === '') return undefined
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start <= end && start < size ? { start, end } : 'unsatisfiable'
}

export interface Ranged {
  /** Size of the whole body in bytes. */
  readonly size: number
  readonly mime: string
  /** A strong ETag: different bytes have different tags. */
  readonly tag: string
}

export interface RangedBody extends Ranged {
  /** Reads the whole body, or a part of it. */
  read(part?: ByteRange): Readable | Buffer
}

/** Sends a body or the requested range. A HEAD reads nothing. */
export function sendRanged(request: FastifyRequest, reply: FastifyReply, body: RangedBody): FastifyReply {
  const part = beginRanged(request, reply, body)
  return part === 'answered' ? reply : reply.send(body.read(part))
}

/**
 * Sets status and headers of a range response.
 * @returns the range to send, undefined for the whole body; `answered` when the response is already sent
 */
export function beginRanged(
  request: FastifyRequest,
  reply: FastifyReply,
  { size, tag, mime }: Ranged,
): ByteRange | undefined | 'answered' {
  void reply.headers({ ETag: tag, 'Accept-Ranges': 'bytes', 'X-Content-Type-Options': 'nosniff' })
  const answered = (code: number) => {
    void reply.code(code).send()
    return 'answered' as const
  }
  if (request.headers['if-none-match'] === tag) return answered(304)
  // If-Range: send a part only when the client has the same bytes. Ranges are for GET only (RFC 9110, 14.2).
  const isSame = (request.headers['if-range'] ?? tag) === tag
  const range = isSame && request.method === 'GET' ? parseRange(request.headers.range, size) : undefined
  void reply.type(mime)
  if (range === 'unsatisfiable') {
    void reply.header('Content-Range', `bytes */${size}`)
    return answered(416)
  }
  if (range) void reply.code(206).header('Content-Range', `bytes ${range.start}-${range.end}/${size}`)
  void reply.header('Content-Length', range ? range.end - range.start + 1 : size)
  if (request.method !== 'HEAD') return range
  void reply.send(Readable.from([]))
  return 'answered'
}
