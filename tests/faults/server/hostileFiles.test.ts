import { once } from 'node:events'
import { openAsBlob } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bombs } from '#tests/support/corpus/bombs.ts'
import { metadataOf, tus, uploadsPath } from '#tests/support/deposit.ts'
import { isWhole } from '#tests/support/extent.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { expectSound } from '#tests/support/soundness.ts'
import { mediasOf, openStage, type Stage } from '#tests/support/stage.ts'

const bytesOfFile = isWhole ? 104_857_600 : 300_000
const largestHealthMs = 1000
const longestStartMs = 10_000
let stage: Stage
let folder: string
const files: { path: string; taille: number }[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eclats-hostile-'))
  stage = await openStage({ environment: { NODE_OPTIONS: '--max-old-space-size=512' } })
  for (const [n, { make }] of bombs(bytesOfFile).entries()) {
    const bytes = make().subarray(0, 104_857_600)
    const path = join(folder, String(n))
    await writeFile(path, bytes)
    files.push({ path, taille: bytes.length })
  }
}, 300_000)
afterAll(async () => {
  await stage.close()
  await rm(folder, { recursive: true, force: true })
})

async function send(token: string, body: Blob): Promise<number> {
  const { server, evenementId } = stage
  const answer = await fetch(`${server.address}/api${uploadsPath(evenementId)}`, {
    method: 'POST',
    headers: {
      ...tus,
      authorization: `Bearer ${token}`,
      'content-type': 'application/offset+octet-stream',
      'upload-length': String(body.size),
      'upload-metadata': metadataOf({ token, evenementId, bytes: Buffer.alloc(0), sha256: null }),
    },
    body,
  })
  return answer.status
}

/** Polls the health of the server until stopped; returns the longest response time in milliseconds. */
function watchHealth(): () => Promise<number> {
  const worker = new Worker(new URL('../../support/healthWorker.ts', import.meta.url), {
    workerData: stage.server.address,
  })
  const longest = once(worker, 'message') as Promise<[number]>
  return async () => {
    worker.postMessage('stop')
    return (await longest)[0]
  }
}

const interrupted = async () => {
  const { database } = stage.parts
  const rows = await database.selectFrom('upload').select('id').where('etat', '=', 'COMMIT').execute()
  return rows.length
}

test('processes 60 hostile files and 4 photos concurrently with 512 MB, and answers during that time', async () => {
  const { karim, lea } = stage
  const stopWatching = watchHealth()
  const hostile = files.flatMap(({ path }) =>
    [karim, lea].map(async ({ token }) => send(token, await openAsBlob(path))),
  )
  const photos = Array.from({ length: 4 }, async () => send(karim.token, new Blob([Uint8Array.from(await unePhoto())])))
  expect(new Set(await Promise.all([...hostile, ...photos]))).toEqual(new Set([201]))
  expect(await stopWatching()).toBeLessThan(isWhole ? largestHealthMs : Infinity)
  const medias = await mediasOf(stage)
  expect(medias).toHaveLength(64)
  // The photos are processed as without the hostile files.
  expect(medias.filter(({ largeur, plagesMasquees }) => largeur === 320 && plagesMasquees === '[]')).toHaveLength(4)
})

test('restarts from a folder of 64 interrupted commits, with kills in between, and loses none', async () => {
  const { server, parts } = stage
  const before = (await mediasOf(stage)).map(({ sha256 }) => sha256).toSorted()
  await server.kill()
  const { database } = parts
  await database.updateTable('upload').set({ etat: 'COMMIT', mediaId: null, commitAttempts: 1 }).execute()
  await database.deleteFrom('media').execute()
  const began = performance.now()
  await server.start()
  expect((await fetch(`${server.address}/api/health`)).status).toBe(200)
  const took = performance.now() - began
  expect(took).toBeLessThan(isWhole ? longestStartMs : Infinity)
  for (let times = 0; times < 3; times += 1) {
    const left = await interrupted()
    await expect.poll(interrupted).toBeLessThan(Math.max(left, 1))
    await server.kill()
    await server.start()
  }
  await expect.poll(interrupted, { timeout: 600_000 }).toBe(0)
  expect((await mediasOf(stage)).map(({ sha256 }) => sha256).toSorted()).toEqual(before)
  await expectSound(stage)
})
