import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

async function connection(server: TestServer, text: string): Promise<Socket> {
  const socket = connect(Number(new URL(server.address).port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

test('closes idle connections at once when it stops', async () => {
  const server = await startTestServer({ listen: true })
  const served = await connection(server, 'GET /api/health/live HTTP/1.1\r\nHost: a\r\n\r\n')
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
