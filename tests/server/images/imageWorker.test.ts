import { execFileSync } from 'node:child_process'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Inspection } from '#server/images/imageTask.ts'
import { ImageWorker, UnreadableImage } from '#server/images/imageWorker.ts'
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

/** A file that no read comes back from, until the test lets go of it. */
function pipe(name: string): string {
  const path = join(folder, name)
  execFileSync('mkfifo', [path])
  return path
}

const inspect = (path: string) => worker.run<Inspection>({ kind: 'inspect', path, type: 'image/jpeg' })
const whole = { largeur: 320, hauteur: 240 }

/** Resolves when the worker has opened the pipe: it is inside that file. */
async function insideOf(path: string): Promise<{ close(): Promise<void> }> {
  return open(path, 'w')
}

test('ends the process of a file that takes too long, and reads those behind it in a fresh one', async () => {
  worker = new ImageWorker({ ...limits, timeoutMs: 3000 })
  const slow = inspect(pipe('hanging'))
  const behind = Promise.all([inspect(await photo('one')), inspect(await photo('two'))])
  await expect(slow).rejects.toThrow(UnreadableImage)
  expect(await behind).toMatchObject([whole, whole])
})

const deadlyProcess = new URL('../../support/deadlyImageProcess.ts', import.meta.url)

test('reads a file again when the process ended inside it, and the one behind it too', async () => {
  worker = new ImageWorker(limits, deadlyProcess)
  const results = await Promise.all([inspect(join(folder, 'once')), inspect(join(folder, 'innocent'))])
  expect(results).toMatchObject([whole, whole])
})

test('finds a file unreadable when the process ended twice inside it, and reads the one behind it', async () => {
  worker = new ImageWorker(limits, deadlyProcess)
  const deadly = inspect(join(folder, 'deadly'))
  const behind = inspect(join(folder, 'innocent'))
  await expect(deadly).rejects.toThrow(UnreadableImage)
  expect(await behind).toMatchObject(whole)
})

test('ends a process that takes more memory than it may', async () => {
  worker = new ImageWorker({ ...limits, memoryBytes: 1024 })
  await expect(inspect(pipe('large'))).rejects.toThrow(UnreadableImage)
})

test('rejects with no word about the file when it is closed meanwhile, and what comes later', async () => {
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
