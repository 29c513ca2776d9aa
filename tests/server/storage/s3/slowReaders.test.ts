import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openS3Storage } from '#server/storage/s3/s3Storage.ts'
import type { Storage } from '#server/storage/storage.ts'

/** Connections that a client of the store opens. */
const maxSockets = 256

let store: Server
let storage: Storage
beforeAll(async () => {
  store = createServer((request, response) => {
    const path = request.url ?? ''
    if (request.method === 'HEAD') response.writeHead(200, { 'content-length': '1000000' }).end()
    else if (request.method !== 'GET') request.resume().on('end', () => response.writeHead(200).end())
    else if (path.includes('/apercus/')) response.writeHead(200, { 'content-length': '6' }).end('apercu')
    // As much as a reader takes that stops reading: the connection stays in use.
    else response.writeHead(200, { 'content-length': '1000000' }).write('x')
  })
  store.listen(0, '127.0.0.1')
  await once(store, 'listening')
  storage = await openS3Storage({
    endpoint: `http://127.0.0.1:${(store.address() as AddressInfo).port}`,
    bucket: 'photos',
    region: 'us-east-1',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
    prefix: '',
  })
})
afterAll(async () => {
  await storage.close()
  store.closeAllConnections()
  store.close()
})

test('receives, shows previews and is ready while slow readers hold all their connections', async () => {
  const readers = Array.from({ length: maxSockets }, () => storage.pieces('photo', { start: 0, end: 999_999 }))
  const iterators = readers.map((pieces) => pieces[Symbol.asyncIterator]())
  await Promise.all(iterators.map((iterator) => iterator.next()))
  await storage.check()
  expect(await storage.size('photo')).toBe(1_000_000)
  expect(String(await storage.readVariant('photo', 'w400.webp'))).toBe('apercu')
  const file = await storage.openPartial({ name: 'nouvelle', bytes: 0, reception: null })
  await file.write([Buffer.from('bonjour')], 0)
  expect((await file.sync(true)).bytes).toBe(7)
  await file.close()
  for (const iterator of iterators) await iterator.return?.()
})
