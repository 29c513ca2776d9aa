import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PersonneDeTest } from '#tests/support/builders.ts'
import { askOffset, beginUpload, metadataOf, sendBytes, tus, uploadsPath } from '#tests/support/deposit.ts'
import { uneFete } from '#tests/support/fete.ts'
import { unePhotoDe } from '#tests/support/photos.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
let karim: PersonneDeTest
let evenementId: number
let bytes: Buffer
beforeAll(async () => {
  server = await startTestServer({ listen: true })
})
afterAll(() => server.stop())
beforeEach(async () => {
  ;({ karim, evenementId } = await uneFete(server))
  bytes = await unePhotoDe(20_000)
})

async function begun(): Promise<string> {
  const { headers } = await beginUpload(server, { token: karim.token, evenementId, bytes })
  return String(headers['location'])
}

test('sends the expiry date of an upload after each piece, and none for a finished one', async () => {
  const created = await beginUpload(server, { token: karim.token, evenementId, bytes })
  const location = String(created.headers['location'])
  const expiry = ({ headers }: { headers: Record<string, unknown> }) => Date.parse(String(headers['upload-expires']))
  const day = 86_400_000
  server.clock.advance(day / 24)
  const piece = await sendBytes(server, location, { token: karim.token, offset: 0, bytes: bytes.subarray(0, 500) })
  expect(expiry(piece) - expiry(created)).toBe(day / 24)
  const last = await sendBytes(server, location, { token: karim.token, offset: 500, bytes: bytes.subarray(500) })
  expect(last.headers).toHaveProperty('x-media-id')
  expect(last.headers).not.toHaveProperty('upload-expires')
})

test('returns Upload-Metadata unchanged on HEAD', async () => {
  const metadata = `${metadataOf({ token: '', evenementId, bytes })},album ${Buffer.from('été').toString('base64')},vide`
  const headers = { ...tus, 'upload-length': String(bytes.length), 'upload-metadata': metadata }
  const created = await server.call('POST', uploadsPath(evenementId), { token: karim.token, headers })
  const asked = await askOffset(server, String(created.headers['location']), karim.token)
  expect(asked.headers['upload-metadata']).toBe(metadata)
})

test('sends no Upload-Metadata on HEAD when the creation had none', async () => {
  const headers = { ...tus, 'upload-length': String(bytes.length) }
  const created = await server.call('POST', uploadsPath(evenementId), { token: karim.token, headers })
  const asked = await askOffset(server, String(created.headers['location']), karim.token)
  expect(asked.headers).not.toHaveProperty('upload-metadata')
})

test.each(['text/plain', 'application/json', 'application/octet-stream', 'image/jpeg', undefined])(
  'refuses bytes of type %s with 415 and writes none',
  async (type) => {
    const location = await begun()
    const answer = await server.call('PATCH', location.replace(/^\/api/, ''), {
      token: karim.token,
      body: bytes,
      headers: { ...tus, 'upload-offset': '0', ...(type !== undefined && { 'content-type': type }) },
    })
    expect(answer.statusCode).toBe(415)
    expect((await askOffset(server, location, karim.token)).headers['upload-offset']).toBe('0')
  },
)

test('refuses a creation with bytes of another type', async () => {
  const answer = await server.call('POST', uploadsPath(evenementId), {
    token: karim.token,
    body: bytes,
    headers: { ...tus, 'upload-length': String(bytes.length), 'content-type': 'image/jpeg' },
  })
  expect(answer.statusCode).toBe(415)
})

/** A PATCH without announced length. */
function patchChunked(location: string, body: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(`${server.address}${location}`, {
      method: 'PATCH',
      headers: {
        ...tus,
        authorization: `Bearer ${karim.token}`,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(bytes.length),
        'transfer-encoding': 'chunked',
      },
    })
    request.on('error', reject)
    request.on('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    request.end(body)
  })
}

test('refuses a byte beyond the end of a committed upload, announced or not', async () => {
  const location = await begun()
  await sendBytes(server, location, { token: karim.token, offset: 0, bytes })
  const extra = Buffer.from('x')
  const announced = await sendBytes(server, location, { token: karim.token, offset: bytes.length, bytes: extra })
  expect(announced.statusCode).toBe(413)
  expect(await patchChunked(location, extra)).toBe(413)
  expect(await patchChunked(location, Buffer.alloc(0))).toBe(204)
})

test('takes the method of a POST to an upload from X-HTTP-Method-Override', async () => {
  const location = await begun()
  const post = (method: string, more: Record<string, string> = {}, body?: Buffer) =>
    server.call('POST', location.replace(/^\/api/, ''), {
      token: karim.token,
      headers: { ...tus, 'x-http-method-override': method, ...more },
      ...(body && { body }),
    })
  const patched = await post(
    'PATCH',
    { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
    bytes.subarray(0, 9000),
  )
  expect(patched.statusCode).toBe(204)
  expect((await post('HEAD')).headers['upload-offset']).toBe('9000')
  expect((await post('DELETE')).statusCode).toBe(204)
  expect((await askOffset(server, location, karim.token)).statusCode).toBe(404)
})

test('ignores X-HTTP-Method-Override at any other address', async () => {
  const headers = { 'x-http-method-override': 'DELETE' }
  const { statusCode } = await server.call('POST', '/frontend/participant/data', { token: karim.token, headers })
  expect(statusCode).toBe(404)
  expect((await server.call('GET', '/auth/me', { token: karim.token })).statusCode).toBe(200)
})
