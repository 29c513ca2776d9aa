import { execFileSync } from 'node:child_process'
import { mkdtemp, open, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Inspection, Variants } from '#server/images/imageTask.ts'
import { ImageWorker, InterruptedImage, UnreadableImage } from '#server/images/imageWorker.ts'
import { unePhoto } from '#tests/support/photos.ts'

const limits = { memoryBytes: 1024 ** 3, timeoutMs: 60_000 }
let folder: string
let worker: ImageWorker
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eclats-worker-'))
  worker = new ImageWorker(limits)
})
afterEach(async () => {
  await worker.close()
  await rm(folder, { recursive: true, force: true })
})

async function photo(name: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, await unePhoto())
  return path
}

/** A file whose read blocks until the test releases it. */
function pipe(name: string): string {
  const path = join(folder, name)
  execFileSync('mkfifo', [path])
  return path
}

const inspect = (path: string) => worker.run<Inspection>({ kind: 'inspect', path, type: 'image/jpeg' })
const whole = { largeur: 320, hauteur: 240 }

/** Resolves when the worker has opened the pipe. */
async function insideOf(path: string): Promise<{ close(): Promise<void> }> {
  return open(path, 'w')
}

test('kills the process after a timeout and reads the next files in a new one', async () => {
  worker = new ImageWorker({ ...limits, timeoutMs: 5000 })
  const slow = inspect(pipe('hanging'))
  const behind = Promise.all([inspect(await photo('one')), inspect(await photo('two'))])
  await expect(slow).rejects.toThrow(UnreadableImage)
  expect(await behind).toMatchObject([whole, whole])
})

test('inspects a file once more after a timeout, which may come from a paused machine', async () => {
  worker = new ImageWorker({ ...limits, timeoutMs: 5000 })
  const path = pipe('paused')
  const slow = inspect(path)
  const handle = await insideOf(path)
  await rename(await photo('whole'), path)
  expect(await slow).toMatchObject(whole)
  await handle.close()
})

test('says that a slow decoding was interrupted, not that the picture is unreadable', async () => {
  worker = new ImageWorker({ ...limits, timeoutMs: 1000 })
  const targets = [{ side: 400, path: join(folder, '400.webp') }]
  const slow = worker.run<Variants>({ kind: 'variants', path: pipe('slow'), type: 'image/jpeg', targets })
  await expect(slow).rejects.toThrow(InterruptedImage)
})

const deadlyProcess = new URL('../../support/deadlyImageProcess.ts', import.meta.url)

test('retries a file when the process ended while reading it, and continues with the next one', async () => {
  worker = new ImageWorker(limits, deadlyProcess)
  const results = await Promise.all([inspect(join(folder, 'once')), inspect(join(folder, 'innocent'))])
  expect(results).toMatchObject([whole, whole])
})

test('says that a file was interrupted when the process ended twice while reading it, and continues', async () => {
  worker = new ImageWorker(limits, deadlyProcess)
  const deadly = inspect(join(folder, 'deadly'))
  const behind = inspect(join(folder, 'innocent'))
  await expect(deadly).rejects.toThrow(InterruptedImage)
  expect(await behind).toMatchObject(whole)
})

test('gives up a process that hangs at its start, and tries another one for the next file', async () => {
  const silentProcess = new URL('../../support/silentImageProcess.ts', import.meta.url)
  worker = new ImageWorker({ ...limits, startTimeoutMs: 500 }, silentProcess)
  const results = await Promise.allSettled([inspect(join(folder, 'one')), inspect(join(folder, 'two'))])
  const message = 'the image process could not be started'
  expect(results).toMatchObject([{ reason: { message } }, { reason: { message } }])
})

test('kills a process that exceeds its memory limit', async () => {
  worker = new ImageWorker({ ...limits, memoryBytes: 1024 })
  await expect(inspect(pipe('large'))).rejects.toThrow(UnreadableImage)
})

test('rejects without a result for the file when it is closed, and for later files', async () => {
  const path = pipe('closed')
  const failed = inspect(path).catch((error: unknown) => error)
  const handle = await insideOf(path)
  const behind = inspect(await photo('late')).catch((error: unknown) => error)
  await worker.close()
  await handle.close()
  for (const error of [await failed, await behind]) {
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(UnreadableImage)
  }
})
