import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { metadataOf, tus, uploadsPath } from '#tests/support/deposit.ts'
import type { FaultyServer } from '#tests/support/killableServer.ts'
import { sha256Of, unePhoto, unePhotoDe } from '#tests/support/photos.ts'
import { deliver } from '#tests/support/plainPhone.ts'
import { expectExactly, expectSound } from '#tests/support/soundness.ts'
import { mediasOf, openFaultyStage, type Stage } from '#tests/support/stage.ts'
import { isWhole } from '#tests/support/extent.ts'

let stage: Stage<FaultyServer>
beforeEach(async () => {
  stage = await openFaultyStage()
})
afterEach(() => stage.close())

const authorization = () => ({ ...tus, authorization: `Bearer ${stage.karim.token}` })
const photoOf = (bytes: Buffer, clientUploadId: string) => ({
  address: stage.server.address,
  token: stage.karim.token,
  evenementId: stage.evenementId,
  bytes,
  clientUploadId,
})

/** Only the first bytes of an upload. */
async function sendFirst(bytes: Buffer, clientUploadId: string, count: number): Promise<string> {
  const { server, evenementId, karim } = stage
  const metadata = metadataOf({ bytes, evenementId, token: karim.token, clientUploadId })
  const created = await fetch(`${server.address}/api${uploadsPath(evenementId)}`, {
    method: 'POST',
    headers: { ...authorization(), 'upload-length': String(bytes.length), 'upload-metadata': metadata },
  })
  const location = `${server.address}${created.headers.get('location') ?? ''}`
  const sent = await fetch(location, {
    method: 'PATCH',
    headers: { ...authorization(), 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
    body: Uint8Array.from(bytes.subarray(0, count)),
  })
  expect(sent.status).toBe(204)
  return location
}

test('starts quickly with a hundred open uploads, and resumes each', async () => {
  const uploads = await Promise.all(
    Array.from({ length: 100 }, async (_, n) => ({
      bytes: await unePhotoDe(40_000 + n),
      id: `client-cent-${n}`,
      count: 10_000 + n * 100,
    })),
  )
  const locations: string[] = []
  for (const { bytes, id, count } of uploads) locations.push(await sendFirst(bytes, id, count))
  await stage.server.kill()
  const began = performance.now()
  await stage.server.start()
  expect(performance.now() - began).toBeLessThan(isWhole ? 15_000 : Infinity)
  const heads = await Promise.all(locations.map((url) => fetch(url, { method: 'HEAD', headers: authorization() })))
  expect(heads.map(({ headers }) => Number(headers.get('upload-offset')))).toEqual(uploads.map(({ count }) => count))
  const isTried = (n: number) => isWhole || n % 10 === 0
  const delivered = uploads.filter((_, n) => isTried(n))
  for (const { bytes, id } of delivered) await deliver({ ...photoOf(bytes, id), pieces: 1 })
  await expectExactly(
    stage,
    delivered.map(({ bytes }) => bytes),
  )
  await expectSound(stage)
})

test.each([
  { title: 'before the file is permanent', only: 'file/mkdir' },
  // Only the transaction of the commit locks the event.
  { title: 'between file and row', only: 'database/update "evenement" set "capaciteMax"' },
])('completes a commit cut $title at the start, also when killed again at any call', async ({ only }) => {
  let tries = 0
  for (let at = isWhole ? 1 : 9, hasLived = false; !hasLived; at += isWhole ? 1 : 47) {
    const bytes = await unePhoto()
    const clientUploadId = `client-coupe-${at}`
    tries += 1
    await stage.server.plan({ at: 1, fault: 'kill-before', only: [only] })
    const beforeRetry = async () => {
      if (!stage.server.lives()) throw new Error('killed')
    }
    await deliver({ ...photoOf(bytes, clientUploadId), beforeRetry }).catch(() => undefined)
    await stage.server.kill()
    // A completed start is still killed by its background work, the recovery and the variants.
    hasLived = (await stage.server.tryStart({ at, fault: 'kill-before' })) && (await isSpared())
    if (!hasLived) await stage.server.start()
    // Completed without a request: the row exists although the phone has not returned.
    await expect.poll(interrupted).toBe(0)
    await expectExactly(stage, [bytes])
    await deliver(photoOf(bytes, clientUploadId))
    await expectExactly(stage, [bytes])
    await takeAway()
  }
  expect(tries).toBeGreaterThan(1)
  await expectSound(stage)
})

test('stores one photo when the server is killed during two concurrent equal POST requests', async () => {
  const photos: Buffer[] = []
  for (let at = isWhole ? 1 : 8; at < 60; at += isWhole ? 4 : 17) {
    const bytes = await unePhoto()
    photos.push(bytes)
    const clientUploadId = `client-double-${at}`
    await stage.server.plan({ at, fault: 'kill-before' })
    const post = () => postWhole(bytes, clientUploadId)
    await Promise.all([post(), post()])
    await stage.server.kill()
    await stage.server.start()
    const { receipt } = await deliver(photoOf(bytes, clientUploadId))
    expect(receipt.sha256).toBe(sha256Of(bytes))
    await expectExactly(stage, photos)
  }
  await expectSound(stage)
})

/** Number of commits that are left to the recovery. */
async function interrupted(): Promise<number> {
  const { database } = stage.parts
  const rows = await database.selectFrom('upload').select('id').where('etat', '=', 'COMMIT').execute()
  return rows.length
}

/** Whether the server survived its recovery, without a planned kill. */
async function isSpared(): Promise<boolean> {
  const isOver = async () => !stage.server.lives() || (await interrupted()) === 0
  await expect.poll(isOver).toBe(true)
  await stage.server.plan(null)
  return stage.server.lives()
}

/** A start reads every file and folder: with a growing number the next call would never be after the last. */
async function takeAway(): Promise<void> {
  const { database, medias } = stage.parts
  for (const { id, fichier } of await mediasOf(stage)) {
    await medias.storage.removeVariants(fichier)
    await rm(join(stage.folder, 'medias', fichier.slice(0, 2)), { recursive: true })
    await database.deleteFrom('upload').where('mediaId', '=', id).execute()
    await database.deleteFrom('media').where('id', '=', id).execute()
  }
}

function postWhole(bytes: Buffer, clientUploadId: string): Promise<unknown> {
  const { server, evenementId, karim } = stage
  const metadata = metadataOf({ bytes, evenementId, token: karim.token, clientUploadId })
  return fetch(`${server.address}/api${uploadsPath(evenementId)}`, {
    method: 'POST',
    headers: {
      ...authorization(),
      'content-type': 'application/offset+octet-stream',
      'upload-length': String(bytes.length),
      'upload-metadata': metadata,
    },
    body: Uint8Array.from(bytes),
  }).catch(() => null)
}
