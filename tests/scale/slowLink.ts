import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** What a link does to the bytes of all its connections. */
export interface Condition {
  /** Time by which each answer is delayed, in ms. */
  readonly delayMs: number
  /** Bandwidth in each direction, which all connections share. */
  readonly bytesPerSecond: number
}

/** A TCP proxy on loopback in front of a store: some kernels have no netem. */
export interface SlowLink {
  /** URL of the store behind the link. */
  readonly address: string
  setCondition(condition: Condition): void
  /** Forwards nothing until the result is called; connections stay open, and new ones are accepted. */
  block(): () => void
  close(): Promise<void>
}

export const quick: Condition = { delayMs: 0, bytesPerSecond: Infinity }
/** Bytes of one connection that wait in the link; then it reads no more. */
const maxWaiting = 256 * 1024

/** @param target URL of the store */
export async function startSlowLink(target: string): Promise<SlowLink> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let condition = quick
  let unblocked = Promise.resolve()
  /** When the bandwidth of a direction is free again, in ms of performance.now(). */
  const freeAt = { up: 0, down: 0 }

  function forward(from: Socket, to: Socket, direction: keyof typeof freeAt): void {
    let waiting = 0
    let last = Promise.resolve()
    const forwardPiece = async (before: Promise<void>, piece: Buffer, dueAt: number) => {
      await before
      const begins = Math.max(performance.now(), freeAt[direction])
      freeAt[direction] = begins + (piece.length / condition.bytesPerSecond) * 1000
      const left = Math.max(dueAt, freeAt[direction]) - performance.now()
      if (left > 0) await pause(left)
      await unblocked
      if (!to.destroyed) to.write(piece)
      waiting -= piece.length
      if (waiting <= maxWaiting) from.resume()
    }
    from.on('data', (piece: Buffer) => {
      waiting += piece.length
      if (waiting > maxWaiting) from.pause()
      last = forwardPiece(last, piece, performance.now() + (direction === 'down' ? condition.delayMs : 0))
    })
    const endOther = async () => {
      // What has arrived is forwarded first.
      await last
      to.end()
    }
    from.on('end', () => void endOther())
    from.on('error', () => to.destroy())
    from.on('close', () => {
      sockets.delete(from)
      void endOther()
    })
    sockets.add(from)
  }

  const server = createServer({ allowHalfOpen: true }, (client) => {
    const store = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    forward(client, store, 'up')
    forward(store, client, 'down')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setCondition(next) {
      condition = next
    },
    block() {
      const { promise, resolve } = Promise.withResolvers<void>()
      unblocked = promise
      return resolve
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
