import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Upload } from 'tus-js-client'
import type { PersonneDeTest } from '#tests/support/builders.ts'
import { uploadsPath } from '#tests/support/deposit.ts'
import { uneFete } from '#tests/support/fete.ts'
import { sha256Of, unePhoto } from '#tests/support/photos.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
let karim: PersonneDeTest
let evenementId: number
beforeAll(async () => {
  server = await startTestServer({ listen: true })
  ;({ karim, evenementId } = await uneFete(server))
})
afterAll(() => server.stop())

function upload(bytes: Buffer, options: Partial<Upload['options']> = {}): Upload {
  return new Upload(bytes, {
    endpoint: `${server.address}/api${uploadsPath(evenementId)}`,
    headers: { Authorization: `Bearer ${karim.token}` },
    metadata: { filename: 'IMG_7.jpg', filetype: 'image/jpeg' },
    chunkSize: 64 * 1024,
    retryDelays: [],
    ...options,
  })
}

async function unePhotoLourde(): Promise<Buffer> {
  return Buffer.concat([await unePhoto(), randomBytes(400_000)])
}

function statusOf(url: string) {
  return fetch(url, {
    method: 'HEAD',
    headers: { Authorization: `Bearer ${karim.token}`, 'Tus-Resumable': '1.0.0' },
  })
}

test('accepts a photo from an independent tus client', async () => {
  const bytes = await unePhotoLourde()
  const url = await new Promise<string>((resolve, reject) => {
    const running = upload(bytes, { onError: reject, onSuccess: () => resolve(running.url ?? '') })
    running.start()
  })
  expect((await statusOf(url)).headers.get('x-content-sha256')).toBe(sha256Of(bytes))
})

test('resumes an interrupted upload of an independent tus client', async () => {
  const bytes = await unePhotoLourde()
  const url = await new Promise<string>((resolve, reject) => {
    const running = upload(bytes, {
      onError: reject,
      onChunkComplete(_size, accepted) {
        if (accepted >= 128 * 1024) void running.abort().then(() => resolve(running.url ?? ''))
      },
    })
    running.start()
  })
  const offset = Number((await statusOf(url)).headers.get('upload-offset'))
  expect(offset).toBeGreaterThanOrEqual(128 * 1024)
  expect(offset).toBeLessThan(bytes.length)
  await new Promise<void>((resolve, reject) => {
    upload(bytes, { uploadUrl: url, onError: reject, onSuccess: () => resolve() }).start()
  })
  expect((await statusOf(url)).headers.get('x-content-sha256')).toBe(sha256Of(bytes))
})

test('terminates an upload for an independent tus client', async () => {
  const bytes = await unePhotoLourde()
  const url = await new Promise<string>((resolve, reject) => {
    const running = upload(bytes, {
      onError: reject,
      onChunkComplete() {
        const { url: address } = running
        void running.abort(true).then(() => resolve(address ?? ''))
      },
    })
    running.start()
  })
  expect((await statusOf(url)).status).toBe(404)
})
