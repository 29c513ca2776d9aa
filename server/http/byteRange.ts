import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Inclusive positions. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * One range of RFC 9110 (14.1.2); several at once are answered with the whole, as the RFC allows.
 * @param header value of Range, or undefined
 * @param size bytes of the whole
 * @returns undefined for the whole
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
  /** Bytes of the whole. */
  readonly size: number
  readonly mime: string
  /** A strong one: the same for the same bytes alone. */
  readonly tag: string
}

export interface RangedBody extends Ranged {
  /** The whole when no part is asked for. */
  read(part?: ByteRange): Readable
}

/** Sends a body or the part of it that is asked for; what a HEAD asks about is not read. */
export function sendRanged(request: FastifyRequest, reply: FastifyReply, body: RangedBody): FastifyReply {
  const part = beginRanged(request, reply, body)
  return part === 'answered' ? reply : reply.send(body.read(part))
}

/**
 * Sets status and headers for what is asked of a body.
 * @returns which part is to follow, undefined for the whole; `answered` when nothing is
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
  // A part of other bytes than those that are there already would spoil them.
  const isSame = (request.headers['if-range'] ?? tag) === tag
  const range = isSame ? parseRange(request.headers.range, size) : undefined
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
