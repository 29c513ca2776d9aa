import { createServer, connect, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** How the network behaves just now. Everything between a phone and the server goes through here. */
export type Weather =
  | { readonly kind: 'clear' }
  /** Connections are refused. */
  | { readonly kind: 'down' }
  /** The link breaks (reset) once a connection has carried so many bytes to the server. */
  | { readonly kind: 'cutAfter'; readonly bytes: number }
  /** Everything reaches the server, no answer comes back: the connection is reset instead. */
  | { readonly kind: 'answerLost' }
  /** Requests whose first line matches get this answer instead of the server's; the rest passes. */
  | { readonly kind: 'instead'; readonly request: RegExp; readonly answer: string }
  /** The link to the server carries so many bytes a second. */
  | { readonly kind: 'slow'; readonly bytesPerSecond: number }
  /** Answers to requests whose first line matches are lost after the server gave them. */
  | { readonly kind: 'answerLostTo'; readonly request: RegExp }

export interface FaultProxy {
  readonly port: number
  weather: Weather
  /** First lines of all requests that came through, for example `PATCH /api/... HTTP/1.1`. */
  readonly requests: string[]
  /** Breaks what is open now. */
  cut(): void
  close(): Promise<void>
}

/** A TCP proxy on loopback that passes, cuts, swallows or answers by itself. One request per connection. */
export async function startFaultProxy(targetPort: number): Promise<FaultProxy> {
  const open = new Set<Socket>()
  const proxy: { weather: Weather; requests: string[] } = { weather: { kind: 'clear' }, requests: [] }
  const server = createServer((client) => {
    const { weather } = proxy
    if (weather.kind === 'down') {
      client.resetAndDestroy()
      return
    }
    const upstream = connect(targetPort, 'localhost')
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => open.delete(socket))
    }
    carry(client, upstream, proxy)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, 'localhost', resolve)
  })
  return Object.assign(proxy, {
    port: (server.address() as AddressInfo).port,
    cut: () => open.forEach((socket) => socket.resetAndDestroy()),
    async close() {
      open.forEach((socket) => socket.destroy())
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  })
}

function carry(client: Socket, upstream: Socket, proxy: { weather: Weather; requests: string[] }): void {
  let carried = 0
  let isAnswered = false
  let line = ''
  client.on('data', (piece: Buffer) => {
    const { weather } = proxy
    const first = firstLineOf(piece)
    if (first !== null) {
      line = first
      isAnswered = false
      proxy.requests.push(first)
      if (weather.kind === 'instead' && weather.request.test(first)) {
        isAnswered = true
        client.end(weather.answer)
      }
    }
    if (isAnswered) return
    carried += piece.length
    if (weather.kind === 'cutAfter' && carried > weather.bytes) {
      upstream.end(piece.subarray(0, Math.max(0, piece.length - (carried - weather.bytes))))
      client.resetAndDestroy()
      return
    }
    if (weather.kind === 'slow') void passSlowly(client, upstream, { piece, bytesPerSecond: weather.bytesPerSecond })
    else upstream.write(piece)
  })
  upstream.on('data', (piece: Buffer) => {
    const { weather } = proxy
    const isLost = weather.kind === 'answerLost' || (weather.kind === 'answerLostTo' && weather.request.test(line))
    if (isLost) client.resetAndDestroy()
    else client.write(piece)
  })
  client.on('end', () => upstream.end())
  upstream.on('end', () => client.end())
  client.on('close', () => upstream.destroy())
  upstream.on('close', () => client.destroy())
}

/** Holds the client back until a piece has had its time, so that it cannot run ahead of the link. */
async function passSlowly(
  client: Socket,
  upstream: Socket,
  { piece, bytesPerSecond }: { piece: Buffer; bytesPerSecond: number },
): Promise<void> {
  client.pause()
  await pause((piece.length / bytesPerSecond) * 1000)
  upstream.write(piece)
  client.resume()
}

/** The request line when a piece begins a request; bodies do not look like one. */
function firstLineOf(piece: Buffer): string | null {
  const match = /^(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) \S+ HTTP\/1\.1\r\n/.exec(piece.toString('latin1', 0, 2048))
  return match ? match[0].trim() : null
}
