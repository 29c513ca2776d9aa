import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ChannelListener } from '#server/database/channelListener.ts'
import { openPostgres } from '#server/database/postgres.ts'
import type { Database } from '#server/database/database.ts'
import { type PostgresRelay, startPostgresRelay } from '#tests/support/postgresRelay.ts'
import { freshPlace, type TestPlace } from '#tests/support/testDatabase.ts'

let place: TestPlace
let database: Database
let relay: PostgresRelay
beforeEach(async () => {
  place = await freshPlace()
  database = await openPostgres(place.databaseUrl ?? '')
  relay = await startPostgresRelay(place.databaseUrl ?? '')
})
afterEach(async () => {
  await relay.stop()
  await database.destroy()
  await place.drop()
})

/** PostgreSQL refuses it and stays connected. */
const wrongListen = ['listen "', 'lasten "'] as const

const silent = { receive: () => undefined, missed: () => undefined }

test('retries after PostgreSQL refused a LISTEN on a connection that stayed open', async () => {
  const received: string[] = []
  const listener = new ChannelListener(relay.url, 'essai', {
    receive: (payload) => received.push(payload),
    missed: () => undefined,
  })
  await listener.start()
  relay.replaced.set(2, wrongListen)
  for (const socket of relay.sockets) socket.destroy()
  await expect.poll(() => relay.connections()).toBe(3)
  await expect
    .poll(async () => {
      await sql`select pg_notify('essai', 'news')`.execute(database)
      return received.length
    })
    .toBeGreaterThan(0)
  await listener.stop()
})

test('throws when the first LISTEN is refused, and leaves no connection', async () => {
  relay.replaced.set(1, wrongListen)
  await expect(new ChannelListener(relay.url, 'essai', silent).start()).rejects.toThrow(/syntax error/)
  await expect.poll(() => relay.sockets.every((socket) => socket.destroyed)).toBe(true)
})

test('reconnects and reports that changes are missing when its connection dies without an event', async () => {
  const events: string[] = []
  const receiver = { receive: (payload: string) => events.push(payload), missed: () => events.push('missed') }
  const listener = new ChannelListener(relay.url, 'essai', receiver, 1000)
  await listener.start()
  relay.silent.add(1)
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
  const listener = new ChannelListener(relay.url, 'essai', silent)
  await listener.start()
  // The end of the connection is not answered either.
  relay.sockets[0]?.pause()
  await expect(listener.stop()).resolves.toBeUndefined()
})
