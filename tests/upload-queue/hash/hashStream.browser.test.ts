import { expect, test, vi } from 'vitest'
import { hashesIn } from '#upload-queue/hash/hashStream.ts'
import { SourceUnreadable } from '#upload-queue/readPart.ts'
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

const pieces = [someBytes(1024 * 1024, 3), someBytes(1000, 5)]

async function readOf(start: () => Worker) {
  const stream = await hashesIn(start)()
  const { sha256, rows } = await stream.readFile(new Blob(pieces))
  return {
    sha256,
    rows: rows.map((row) => row.byteLength),
    bytes: new Uint8Array(await new Blob([...rows]).arrayBuffer()),
  }
}

async function expectedRead() {
  const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer())
  return { sha256: await platformSha256(bytes), rows: [1024 * 1024, 1000], bytes }
}

test('reads a file in the worker into rows of 1 MiB and hashes it, so that the page reads nothing', async () => {
  const read = vi.spyOn(crypto.subtle, 'digest')
  const file = await readOf(startWorker)
  expect(read).not.toHaveBeenCalled()
  read.mockRestore()
  expect(file).toEqual(await expectedRead())
})

test('says that a file changed on the device cannot be read', async () => {
  const folder = await navigator.storage.getDirectory()
  const handle = await folder.getFileHandle(crypto.randomUUID(), { create: true })
  const write = async (text: string) => {
    const stream = await handle.createWritable()
    await stream.write(text)
    await stream.close()
  }
  await write('picked')
  const picked = await handle.getFile()
  await write('changed since')
  const hash = await hashesIn(startWorker)()
  await expect(hash.readFile(picked)).rejects.toBeInstanceOf(SourceUnreadable)
})

test('reads a file in the page when the worker cannot be loaded', async () => {
  expect(await readOf(() => new Worker('/there-is-no-such-worker.js', { type: 'module' }))).toEqual(
    await expectedRead(),
  )
})

test('reads a file in the page when the worker fails while it reads, and later files too', async () => {
  const worker = startWorker()
  const startHash = hashesIn(() => worker)
  const stream = await startHash()
  vi.spyOn(worker, 'postMessage').mockImplementation(() => worker.dispatchEvent(new Event('error')))
  const { sha256 } = await expectedRead()
  expect(await stream.readFile(new Blob(pieces))).toMatchObject({ sha256 })
  const next = await startHash()
  expect(await next.readFile(new Blob(pieces))).toMatchObject({ sha256 })
  await next.update(pieces[1]!.slice().buffer)
  expect(await next.digest()).toBe(await platformSha256(pieces[1]!))
})
