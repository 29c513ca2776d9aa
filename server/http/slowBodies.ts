import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** How slowly a body may come in. */
export interface BodyLimits {
  /** How often requests are looked at, in ms. */
  readonly checkMs: number
  /** A body that is parsed as a whole, JSON or a form, has this long, in ms. */
  readonly wholeMs: number
  /** A body that is streamed to the disk has to bring `progressBytes` within this time, in ms. */
  readonly progressMs: number
  /** 4 KiB within 30 s are 136 B/s: a hundredth of the slowest line a phone still uploads on. */
  readonly progressBytes: number
}

export const bodyLimits: BodyLimits = { checkMs: 5000, wholeMs: 20_000, progressMs: 30_000, progressBytes: 4096 }

interface Reception {
  readonly raw: IncomingMessage
  readonly isStreamed: boolean
  /** Start of the time that is measured now, in ms of `performance.now()`. */
  since: number
  /** What the socket had read then. */
  bytesBefore: number
}

/**
 * Ends the connections of requests whose body comes in too slowly: each holds a socket, memory and an open file.
 * Node's own `requestTimeout` limits the whole request, which would end an honest upload of 8 MiB on a slow line.
 * What an upload received before stays, as after any lost connection.
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
  // A request that is injected in process has no connection.
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
  // Received bytes that wait to be read: the disk is slow, or another request of the same upload ends first.
  const isWaitingForUs = raw.readableLength > 0
  if (isWaitingForUs || bytesRead - bytesBefore >= limits.progressBytes) {
    reception.since = now
    reception.bytesBefore = bytesRead
    return false
  }
  return now - since > limits.progressMs
}

/** 408 as Node's own timeouts answer it: nothing was answered yet, and nothing more is read. */
function endConnection({ socket }: IncomingMessage): void {
  if (socket.writable) socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  socket.destroySoon()
}
