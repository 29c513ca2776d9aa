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
/** Connections of which the proxy forwards nothing more, without closing them. */
let swallowed: Set<number>
let connections: number
beforeEach(async () => {
  place = await freshPlace()
  database = await openPostgres(place.databaseUrl ?? '')
  sockets = []
  spoiled = new Set()
  swallowed = new Set()
  connections = 0
  proxy = createServer((client) => {
    connections += 1
    const isSpoiled = spoiled.has(connections)
    const { hostname, port } = new URL(place.databaseUrl ?? '')
    const server = connect(Number(port), hostname)
    sockets.push(client, server)
    for (const socket of [client, server]) socket.on('error', () => undefined)
    const connection = connections
    client.on('data', (piece: Buffer) => {
      if (swallowed.has(connection)) return
      server.write(isSpoiled ? Buffer.from(piece.toString('latin1').replace('listen "', 'lasten "'), 'latin1') : piece)
    })
    server.on('data', (piece: Buffer) => {
      if (!swallowed.has(connection)) client.write(piece)
    })
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

const silent = { receive: () => undefined, missed: () => undefined }

function proxiedUrl(): string {
  const { port } = proxy.address() as { port: number }
  return Object.assign(new URL(place.databaseUrl ?? ''), { hostname: '127.0.0.1', port: String(port) }).href
}

test('retries after PostgreSQL refused a LISTEN on a connection that stayed open', async () => {
  const url = proxiedUrl()
  const received: string[] = []
  const listener = new ChannelListener(url, 'essai', {
    receive: (payload) => received.push(payload),
    missed: () => undefined,
  })
  await listener.start()
  spoiled.add(2)
  for (const socket of sockets) socket.destroy()
  await expect.poll(() => connections).toBe(3)
  await expect
    .poll(async () => {
      await sql`select pg_notify('essai', 'news')`.execute(database)
      return received.length
    })
    .toBeGreaterThan(0)
  await listener.stop()
})

test('throws when the first LISTEN is refused, and leaves no connection', async () => {
  const url = proxiedUrl()
  spoiled.add(1)
  await expect(new ChannelListener(url, 'essai', silent).start()).rejects.toThrow(/syntax error/)
  await expect.poll(() => sockets.every((socket) => socket.destroyed)).toBe(true)
})

test('reconnects and tells that changes are missing when its connection dies without an event', async () => {
  const events: string[] = []
  const receiver = { receive: (payload: string) => events.push(payload), missed: () => events.push('missed') }
  const listener = new ChannelListener(proxiedUrl(), 'essai', receiver, 1000)
  await listener.start()
  swallowed.add(1)
  await sql`select pg_notify('essai', 'lost')`.execute(database)
  await expect.poll(() => events[0]).toBe('missed')
  // Again and again: on a busy machine a heartbeat may return late, and the connection is replaced once more.
  await expect
    .poll(async () => {
      await sql`select pg_notify('essai', 'news')`.execute(database)
      return events
    })
    .toContain('news')
  expect(events).not.toContain('lost')
  await listener.stop()
})

test('stops when its connection has died without an event', async () => {
  const listener = new ChannelListener(proxiedUrl(), 'essai', silent)
  await listener.start()
  // The end of the connection is not answered either.
  sockets[0]?.pause()
  await expect(listener.stop()).resolves.toBeUndefined()
})
