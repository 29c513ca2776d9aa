import { request as httpRequest } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { askOffset, beginUpload, tus } from '#tests/support/deposit.ts'
import { uneFete } from '#tests/support/fete.ts'
import { unePhotoDe } from '#tests/support/photos.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
beforeEach(async () => {
  const bodyLimits = { checkMs: 5, wholeMs: 60, progressMs: 60, progressBytes: 4096 }
  server = await startTestServer({ listen: true, bodyLimits })
})
afterEach(() => server.stop())

interface Dripping {
  readonly ended: Promise<{ status: number | null }>
  stop(): void
}

/** Sends `pieceBytes` every few ms and never ends the body. */
function drip(path: string, headers: Record<string, string>, pieceBytes: number, method = 'POST'): Dripping {
  const request = httpRequest(`${server.address}${path}`, { method, headers })
  const timer = setInterval(() => request.write(Buffer.alloc(pieceBytes, ' ')), 5)
  const ended = new Promise<{ status: number | null }>((resolve) => {
    let status: number | null = null
    request.on('response', (response) => {
      status = response.statusCode ?? null
      response.resume()
    })
    request.on('error', () => undefined)
    request.on('close', () => resolve({ status }))
  }).finally(() => clearInterval(timer))
  return { ended, stop: () => request.destroy() }
}

const json = { 'content-type': 'application/json', 'content-length': '200000' }
const form = { 'content-type': 'multipart/form-data; boundary=x', 'transfer-encoding': 'chunked' }

test('closes the connection when a JSON body is not complete in time', async () => {
  expect(await drip('/api/auth/login', json, 1).ended).toEqual({ status: 408 })
})

test('closes twenty slow connections and answers other requests meanwhile', async () => {
  const dripping = Array.from({ length: 20 }, () => drip('/api/auth/login', json, 1))
  expect((await fetch(`${server.address}/api/health`)).status).toBe(200)
  const ends = await Promise.all(dripping.map(({ ended }) => ended))
  expect(ends.every(({ status }) => status === 408)).toBe(true)
})

test('closes a refused multipart body that continues after the answer', async () => {
  const { karim, evenementId } = await uneFete(server)
  const path = `/api/frontend/participant/evenements/${evenementId}/medias/upload`
  const headers = { ...form, authorization: `Bearer ${karim.token}` }
  expect((await drip(path, headers, 1).ended).status).not.toBe(201)
})

test('keeps the received part of an upload that became too slow', async () => {
  const { karim, evenementId } = await uneFete(server)
  const bytes = await unePhotoDe(500_000)
  const begun = await beginUpload(server, { token: karim.token, evenementId, bytes })
  const location = String(begun.headers['location'])
  const headers = {
    ...tus,
    authorization: `Bearer ${karim.token}`,
    'content-type': 'application/offset+octet-stream',
    'upload-offset': '0',
    'content-length': String(bytes.length),
  }
  const request = httpRequest(`${server.address}${location}`, { method: 'PATCH', headers })
  request.on('error', () => undefined)
  const ended = new Promise((resolve) => request.on('close', resolve))
  request.write(bytes.subarray(0, 300_000))
  await ended
  await expect
    .poll(async () => (await askOffset(server, location, karim.token)).headers['upload-offset'])
    .toBe('300000')
})

test('keeps an upload open that makes progress beyond the time limit of a whole body', async () => {
  const { karim, evenementId } = await uneFete(server)
  const path = `/api/frontend/participant/evenements/${evenementId}/medias/upload`
  const upload = drip(path, { ...form, authorization: `Bearer ${karim.token}` }, 60_000)
  const other = drip('/api/auth/login', json, 1)
  await other.ended
  const isOpen = await Promise.race([upload.ended.then(() => false), Promise.resolve(true)])
  upload.stop()
  expect(isOpen).toBe(true)
})
