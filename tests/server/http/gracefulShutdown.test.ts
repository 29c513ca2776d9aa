import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { GracefulShutdown } from '#server/http/gracefulShutdown.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

async function connection(server: Pick<TestServer, 'address'>, text: string): Promise<Socket> {
  const socket = connect(Number(new URL(server.address).port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

const request = 'GET /api/health/live HTTP/1.1\r\nHost: a\r\n\r\n'

test('answers the first request of a connection that was opened just before it stops', async () => {
  const app = Fastify({ return503OnClosing: false })
  new GracefulShutdown(60_000).watch(app)
  app.get('/api/health/live', () => 'ok')
  const server = { address: await app.listen({ host: '127.0.0.1', port: 0 }) }
  const opened = await connection(server, '')
  // An unused connection is known once the server has answered a later one.
  await fetch(`${server.address}/api/health/live`)
  const stopped = app.close()
  opened.write(request)
  const [answer] = (await once(opened, 'data')) as [Buffer]
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 [^]*connection: close/i)
  await stopped
})

test('answers connections that wait in the queue of the port when it stops', async () => {
  const app = Fastify({ return503OnClosing: false })
  new GracefulShutdown().watch(app)
  app.get('/api/health/live', () => 'ok')
  const server = { address: await app.listen({ host: '127.0.0.1', port: 0 }) }
  const waiting = Array.from({ length: 20 }, () => connection(server, request))
  const sockets = await Promise.all(waiting)
  const answers = sockets.map((socket) => once(socket, 'data') as Promise<[Buffer]>)
  const stopped = app.close()
  for (const [answer] of await Promise.all(answers)) expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /)
  await stopped
})

test('closes idle connections when it stops', async () => {
  const server = await startTestServer({ listen: true })
  const served = await connection(server, request)
  const [answer] = (await once(served, 'data')) as [Buffer]
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /)
  const unused = await connection(server, '')
  const begun = await connection(server, 'GET /api/health/live HT')
  const closed = Promise.all([served, unused, begun].map((socket) => once(socket.resume(), 'close')))
  // An unused connection is known once the server has answered a later one.
  await fetch(`${server.address}/api/health/live`)
  await server.stop()
  await closed
})
