import { expect, test } from 'vitest'
import { hashesIn } from '#upload-queue/hash/hashStream.ts'
import hashWorkerUrl from '#upload-queue/hash/hash.worker.ts?worker&url'

const startWorker = () => new Worker(hashWorkerUrl, { type: 'module' })

async function platformSha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
const someBytes = (length: number, seed: number) => new Uint8Array(length).map((_, at) => (at * seed) % 253)

test("equals the platform's SHA-256 for two interleaved files", async () => {
  const startHash = hashesIn(startWorker)
  const files = [someBytes(3_000_000, 7), someBytes(2_500_000, 11)]
  const streams = await Promise.all(files.map(() => startHash()))
  for (let at = 0; at < 3_000_000; at += 1_000_000) {
    await Promise.all(streams.map((stream, n) => stream.update(files[n]!.slice(at, at + 1_000_000).buffer)))
  }
  const digests = await Promise.all(streams.map((stream) => stream.digest()))
  expect(digests).toEqual(await Promise.all(files.map(platformSha256)))
})

test('starts clean after a dropped hash', async () => {
  const startHash = hashesIn(startWorker)
  const dropped = await startHash()
  await dropped.update(new ArrayBuffer(5))
  dropped.drop()
  const empty = await startHash()
  expect(await empty.digest()).toBe(await platformSha256(new Uint8Array()))
})

test('falls back to the platform with the same result when the worker cannot be loaded', async () => {
  const startHash = hashesIn(() => new Worker('/there-is-no-such-worker.js', { type: 'module' }))
  const stream = await startHash()
  for (const piece of [someBytes(1000, 3).buffer, someBytes(10, 5).buffer]) {
    await stream.update(piece)
  }
  const all = new Uint8Array([...someBytes(1000, 3), ...someBytes(10, 5)])
  expect(await stream.digest()).toBe(await platformSha256(all))
})
