import type { RequestOptions, Wire, WireAnswer } from '#upload-queue/engine/ports.ts'
import type { QueueWorld } from './queueWorld.ts'

/** A line to the model server that requests share, on the simulated clock. */
export interface SharedLine {
  /** Bytes per millisecond of all connections together. */
  readonly speed: number
  /** Bytes per millisecond of one connection: less than `speed` where packets are lost. */
  readonly ofOne: number
}

interface Carried {
  bytesLeft: number
  /** Milliseconds since 1970 at which the sender gives up. */
  readonly until: number
  readonly end: (hasArrived: boolean) => void
}

/** Requests in flight share the line equally. The clock moves on when all of them wait for it. */
export function overSharedLine(
  world: QueueWorld,
  { speed, ofOne }: SharedLine,
  wire: Wire = world.server.wire,
): { wire: Wire; most: () => number } {
  const inFlight = new Set<Carried>()
  let most = 0

  function moveOn(): void {
    const rate = Math.min(ofOne, speed / inFlight.size)
    const now = world.clock.time
    const next = Math.min(...Array.from(inFlight, ({ bytesLeft, until }) => Math.min(bytesLeft / rate, until - now)))
    world.clock.time += next
    for (const carried of inFlight) {
      carried.bytesLeft -= next * rate
      const hasArrived = carried.bytesLeft < 0.001
      if (!hasArrived && carried.until > world.clock.time) continue
      inFlight.delete(carried)
      carried.end(hasArrived)
    }
    if (inFlight.size > 0) setImmediate(moveOn)
  }

  async function carry(
    bytes: number,
    { limitMs }: RequestOptions,
    serve: () => Promise<WireAnswer>,
  ): Promise<WireAnswer> {
    const hasArrived = await new Promise<boolean>((end) => {
      if (inFlight.size === 0) setImmediate(moveOn)
      inFlight.add({ bytesLeft: bytes, until: world.clock.time + limitMs, end })
      most = Math.max(most, inFlight.size)
    })
    return hasArrived ? serve() : { kind: 'none', reason: 'stall' }
  }

  return {
    most: () => most,
    wire: {
      ...wire,
      create: (item, body, options) => carry(body?.length ?? 0, options, () => wire.create(item, body, options)),
      patch: (url, chunk, options) => carry(chunk.body.length, options, () => wire.patch(url, chunk, options)),
    },
  }
}
