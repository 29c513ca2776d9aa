import type { RequestOptions, Wire, WireAnswer } from '#upload-queue/engine/ports.ts'
import type { QueueWorld } from './queueWorld.ts'

/** A slow connection to the model server, on the simulated clock. */
export interface SlowLine {
  /** Bytes per millisecond. */
  speed: number
  /** Round-trip time in ms. */
  readonly latencyMs: number
  /** Bytes in flight when a request is aborted: they are lost. */
  readonly inFlight: number
  /** Whether a proxy forwards whole bodies only. */
  readonly isBuffered?: boolean
}

/** Requests take as long as the connection allows. After a timeout the server has what arrived. */
export function overLine(world: QueueWorld, line: SlowLine): { wire: Wire; sent: () => number } {
  const { wire } = world.server
  let sent = 0
  async function carry(
    body: Uint8Array<ArrayBuffer> | null,
    options: RequestOptions,
    serve: (bytes: Uint8Array<ArrayBuffer> | null) => Promise<WireAnswer>,
  ): Promise<WireAnswer> {
    const size = body?.length ?? 0
    const neededMs = line.latencyMs + size / line.speed
    if (neededMs <= options.limitMs) {
      world.clock.time += neededMs
      sent += size
      return serve(body)
    }
    world.clock.time += options.limitMs
    const through = Math.floor((options.limitMs - line.latencyMs) * line.speed)
    sent += Math.min(size, through)
    const arrived = line.isBuffered === true ? 0 : Math.max(0, through - line.inFlight)
    if (body && arrived > 0) await serve(body.subarray(0, arrived))
    return { kind: 'none', reason: 'stall' }
  }
  return {
    sent: () => sent,
    wire: {
      ...wire,
      create: (item, body, options) => carry(body, options, (bytes) => wire.create(item, bytes, options)),
      head: (url, options) => carry(null, options, () => wire.head(url, options)),
      patch: (url, { offset, body }, options) =>
        carry(body, options, (bytes) => wire.patch(url, { offset, body: bytes ?? new Uint8Array() }, options)),
    },
  }
}
