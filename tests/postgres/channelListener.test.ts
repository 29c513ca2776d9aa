import { connect, createServer, type Server, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ChannelListener } from '#server/database/channelListener.ts'
import { openPostgres } from '#server/database/postgres.ts'
import type { Database } from '#server/database/database.ts'
import { freshPlace, type TestPlace } from '#tests/support/testDatabase.ts'

let place: TestPlace
let database: Database
let proxy: Server
let sockets: Socket[]
/** Connections whose LISTEN the proxy corrupts, so that PostgreSQL refuses it and stays connected. */
let spoiled: Set<number>
let connections: number
beforeEach(async () => {
  place = await freshPlace()
  database = await openPostgres(place.databaseUrl ?? '')
  sockets = []
  spoiled = new Set()
  connections = 0
  proxy = createServer((client) => {
    connections += 1
    const isSpoiled = spoiled.has(connections)
    const { hostname, port } = new URL(place.databaseUrl ?? '')
    const server = connect(Number(port), hostname)
    sockets.push(client, server)
    for (const socket of [client, server]) socket.on('error', () => undefined)
    client.on('data', (piece: Buffer) => {
      server.write(isSpoiled ? Buffer.from(piece.toString('latin1').replace('listen "', 'lasten "'), 'latin1') : piece)
    })
    server.pipe(client)
    client.on('close', () => server.destroy())
    server.on('close', () => client.destroy())
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await new Promise((resolve) => proxy.close(resolve))
  await database.destroy()
  await place.drop()
})

test('retries after PostgreSQL refused a LISTEN on a connection that stayed open', async () => {
  const address = proxy.address() as { port: number }
  const url = Object.assign(new URL(place.databaseUrl ?? ''), {
    hostname: '127.0.0.1',
    port: String(address.port),
  }).href
  const received: string[] = []
  const listener = new ChannelListener(url, 'essai', (payload) => received.push(payload))
  await listener.start()
  spoiled.add(2)
  for (const socket of sockets) socket.destroy()
  await expect.poll(() => connections).toBe(3)
  await expect
    .poll(
      async () => {
        await sql`select pg_notify('essai', 'news')`.execute(database)
        return received.length
      },
      { timeout: 10_000 },
    )
    .toBeGreaterThan(0)
  await listener.stop()
})

test('throws when the first LISTEN is refused, and leaves no connection', async () => {
  const address = proxy.address() as { port: number }
  const url = Object.assign(new URL(place.databaseUrl ?? ''), {
    hostname: '127.0.0.1',
    port: String(address.port),
  }).href
  spoiled.add(1)
  await expect(new ChannelListener(url, 'essai', () => undefined).start()).rejects.toThrow(/syntax error/)
  await expect.poll(() => sockets.every((socket) => socket.destroyed)).toBe(true)
})
