import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'

export interface BodyLimits {
  /** Interval between two checks, in ms. */
  readonly checkMs: number
  /** Timeout of a body that is parsed as a whole (JSON or a form), in ms. */
  readonly wholeMs: number
  /** Time in which a streamed body must bring `progressBytes`, in ms. */
  readonly progressMs: number
  /** 4 KiB in 30 s is 136 B/s: a hundredth of the slowest connection on which a phone can still upload. */
  readonly progressBytes: number
}

export const bodyLimits: BodyLimits = { checkMs: 5000, wholeMs: 20_000, progressMs: 30_000, progressBytes: 4096 }

interface Reception {
  readonly raw: IncomingMessage
  readonly isStreamed: boolean
  /** Start of the current measurement, in ms of `performance.now()`. */
  since: number
  /** `socket.bytesRead` at that time. */
  bytesBefore: number
}

/**
 * Closes connections whose request body arrives too slowly: each holds a socket, memory and an open file. Node's
 * `requestTimeout` limits the whole request, which would end a legitimate upload of 8 MiB on a slow connection. The
 * bytes received so far are kept, as after any disconnect.
 */
export function endSlowBodies(app: FastifyInstance, limits: BodyLimits = bodyLimits): void {
  const receiving = new Set<Reception>()
  app.addHook('onRequest', (request, _reply, done) => {
    if (hasBody(request)) receiving.add(receptionOf(request))
    done()
  })
  const timer = setInterval(() => {
    const now = performance.now()
    for (const reception of receiving) {
      const { raw } = reception
      if (raw.complete || raw.destroyed || raw.socket.destroyed) receiving.delete(reception)
      else if (isTooSlow(reception, limits, now)) {
        receiving.delete(reception)
        endConnection(raw)
      }
    }
  }, limits.checkMs)
  timer.unref()
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer)
    done()
  })
}

function hasBody({ raw, headers }: FastifyRequest): boolean {
  // An injected in-process request has no socket.
  if (!(raw.socket instanceof Socket)) return false
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function receptionOf({ raw, headers }: FastifyRequest): Reception {
  const type = headers['content-type'] ?? ''
  const isStreamed = /^(application\/offset\+octet-stream|multipart\/form-data)/i.test(type)
  return { raw, isStreamed, since: performance.now(), bytesBefore: raw.socket.bytesRead }
}

function isTooSlow(reception: Reception, limits: BodyLimits, now: number): boolean {
  const { raw, isStreamed, since, bytesBefore } = reception
  if (!isStreamed) return now - since > limits.wholeMs
  const { bytesRead } = raw.socket
  // Unread bytes are buffered: the disk is slow, or another request of the same upload must end first.
  const isWaitingForUs = raw.readableLength > 0
  if (isWaitingForUs || bytesRead - bytesBefore >= limits.progressBytes) {
    reception.since = now
    reception.bytesBefore = bytesRead
    return false
  }
  return now - since > limits.progressMs
}

/** Sends 408, as Node's own timeouts do. Nothing else was sent, and nothing more is read. */
function endConnection({ socket }: IncomingMessage): void {
  if (socket.writable) socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  socket.destroySoon()
}
