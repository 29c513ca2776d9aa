import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ listen: true })
})
afterAll(() => server.stop())

/** Sends a raw request with Connection: close and reads the whole answer. */
function exchange(lines: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(server.address).port), '127.0.0.1')
    const pieces: Buffer[] = []
    socket.on('data', (piece) => pieces.push(piece))
    socket.on('error', reject)
    socket.on('close', () => resolve(Buffer.concat(pieces).toString()))
    socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  })
}

test('refuses a request with two Host headers', async () => {
  for (const path of ['/api/health', '/login', '/assets/missing.js']) {
    const get = [`GET ${path} HTTP/1.1`, 'Host: eclats.test', 'Connection: close']
    const answer = await exchange([...get, 'HOST: other.test'])
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain("l'en-tête Host est présent deux fois")
  }
})

test('answers a request with one Host header', async () => {
  const get = ['GET /api/health HTTP/1.1', 'Host: eclats.test', 'Connection: close']
  expect(await exchange(get)).toMatch(/^HTTP\/1\.1 200 /)
})
