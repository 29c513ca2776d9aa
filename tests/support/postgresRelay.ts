import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Forwards connections to a database, and damages those that a test names by their number, from 1. */
export interface PostgresRelay {
  /** The address of the database through it. */
  readonly url: string
  /** A text of the client, and one of the same length that PostgreSQL gets instead. */
  readonly replaced: Map<number, readonly [text: string, other: string]>
  /** Connections of which nothing more is forwarded; they stay open. */
  readonly silent: Set<number>
  /** Both ends of each connection. */
  readonly sockets: readonly Socket[]
  connections(): number
  stop(): Promise<void>
}

export async function startPostgresRelay(databaseUrl: string): Promise<PostgresRelay> {
  const { hostname, port } = new URL(databaseUrl)
  const replaced: PostgresRelay['replaced'] = new Map()
  const silent = new Set<number>()
  const sockets: Socket[] = []
  let connections = 0
  const relay = createServer((client) => {
    connections += 1
    const connection = connections
    const server = connect(Number(port), hostname)
    sockets.push(client, server)
    for (const socket of [client, server]) socket.on('error', () => undefined)
    client.on('data', (piece: Buffer) => {
      if (silent.has(connection)) return
      const change = replaced.get(connection)
      server.write(change ? Buffer.from(piece.toString('latin1').replace(...change), 'latin1') : piece)
    })
    server.on('data', (piece: Buffer) => {
      if (!silent.has(connection)) client.write(piece)
    })
    client.on('close', () => server.destroy())
    server.on('close', () => client.destroy())
  })
  await once(relay.listen(0, '127.0.0.1'), 'listening')
  const place = { hostname: '127.0.0.1', port: String((relay.address() as AddressInfo).port) }
  return {
    url: Object.assign(new URL(databaseUrl), place).href,
    replaced,
    silent,
    sockets,
    connections: () => connections,
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => relay.close(resolve))
    },
  }
}
