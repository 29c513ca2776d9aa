import { readdir, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { type ImageService, startImageService } from '#server/images/imageService.ts'
import { InterruptedImage } from '#server/images/imageWorker.ts'
import { findMedia } from '#server/media/media.repository.ts'
import { leaseVariants } from '#server/media/mediaLease.ts'
import { makeVariant, startVariantJobs } from '#server/media/variantJobs.ts'
import { type Storage, StorageAway } from '#server/storage/storage.ts'
import { depositInOne } from '#tests/support/deposit.ts'
import { uneFete } from '#tests/support/fete.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { variantPath } from '#tests/support/storedFiles.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'
import { photosWithoutVariants, serverAndImages } from '#tests/support/variants.ts'

test('creates a variant completely when two nodes create it concurrently, without leftover files', async () => {
  const server = await startTestServer()
  const other = startImageService()
  onTestFinished(async () => {
    await other.close()
    await server.stop()
  })
  const { parts } = server
  const { karim, evenementId } = await uneFete(server)
  const bytes = await unePhoto({ largeur: 1600, hauteur: 1200 })
  const answer = await depositInOne(server, { token: karim.token, evenementId, bytes })
  await parts.medias.jobs.idle()
  const media = await findMedia(parts.database, Number(answer.headers['x-media-id']))
  if (!media) throw new Error('no media')
  const node = { ...parts, ...parts.medias }
  const nodes = [node, { ...node, images: other }]
  for (let round = 0; round < 6; round += 1) {
    const names = await Promise.all(nodes.map((one) => makeVariant(one, { personId: 1, media, side: 800 })))
    expect(names).toEqual(['800.webp', '800.webp'])
    const path = variantPath(parts.medias.storage, media.fichier, '800.webp')
    expect((await sharp(path).stats()).isOpaque).toBe(true)
    expect((await readdir(dirname(path))).toSorted()).toEqual(['1600.webp', '400.webp', '800.webp'])
    await rm(path)
  }
})

test('makes all thumbnails first, those of the newest event and photo before the others', async () => {
  const { server, images } = await serverAndImages()
  const { old, recent } = await photosWithoutVariants(server)
  const node = { ...server.parts, ...server.parts.medias }
  const made: string[] = []
  const recording: ImageService = {
    ...images,
    makeVariants(task) {
      const media = [...old, ...recent].find(({ fichier }) => task.path.includes(fichier))
      made.push(`${media?.mediaId} ${task.targets.map(({ side }) => side).join()}`)
      return images.makeVariants(task)
    },
  }
  await startVariantJobs({ ...node, images: recording }, fail).idle()
  const order = [...recent.toReversed(), ...old.toReversed()].map(({ mediaId }) => mediaId)
  expect(made).toEqual([...order.map((id) => `${id} 400`), ...order.map((id) => `${id} 1600`)])
  expect(await leaseVariants(server.parts)).toBeUndefined()
})

test('makes the variants of all other media when those of one fail each time, and tries that one ever later', async () => {
  const server = await startTestServer()
  onTestFinished(() => server.stop())
  const { recent } = await photosWithoutVariants(server)
  const damaged = recent.at(-1)?.fichier
  const { storage } = server.parts.medias
  const failing: Storage = {
    ...storage,
    withLocalFile: (name, work) =>
      name === damaged ? Promise.reject(new Error('unreadable sector')) : storage.withLocalFile(name, work),
  }
  const failures: unknown[] = []
  const node = { ...server.parts, ...server.parts.medias, storage: failing }
  const jobs = startVariantJobs(node, (error) => void failures.push(error))
  await jobs.idle()
  expect(await unmadeFiles(server)).toEqual([damaged])
  const minutesUntilNext: number[] = []
  for (let tried = 1; tried <= 5; tried += 1) {
    expect(failures).toHaveLength(tried)
    let minutes = 0
    for (; failures.length === tried; minutes += 1) {
      server.clock.advance(60_000)
      await jobs.idle()
    }
    minutesUntilNext.push(minutes)
  }
  // One more than the lease: a lease that ends now still holds.
  expect(minutesUntilNext).toEqual([3, 5, 9, 17, 17])
  expect(String(failures[0])).toContain('vignette')
})

test.each([
  ['makes the variants of a photo later when its decoding was interrupted', 1, 'FAITES'],
  ['gives a photo whose decoding is interrupted each time a placeholder after three tries', Infinity, 'IMPOSSIBLES'],
])('%s', async (_title, interrupted, etat) => {
  const { server, images } = await serverAndImages()
  const { recent } = await photosWithoutVariants(server)
  const { mediaId, fichier } = recent.at(-1) ?? { mediaId: 0, fichier: '' }
  let tries = 0
  const interrupting: ImageService = {
    ...images,
    makeVariants(task) {
      if (!task.path.includes(fichier) || tries >= interrupted) return images.makeVariants(task)
      tries += 1
      return Promise.reject(new InterruptedImage('it took too long', true))
    },
  }
  const failures: unknown[] = []
  const node = { ...server.parts, ...server.parts.medias, images: interrupting }
  const jobs = startVariantJobs(node, (error) => void failures.push(error))
  await jobs.idle()
  expect(await unmadeFiles(server)).toEqual([fichier])
  for (let minutes = 0; minutes < 60; minutes += 1) {
    server.clock.advance(60_000)
    await jobs.idle()
  }
  expect(await findMedia(server.parts.database, mediaId)).toMatchObject({ variantesEtat: etat })
  expect(tries).toBe(Math.min(interrupted, 3))
  expect(failures).toHaveLength(Math.min(interrupted, 2))
})

test('reports nothing and leaves no file when a media is erased while its variants are made', async () => {
  const { server, images } = await serverAndImages()
  const { old, recent } = await photosWithoutVariants(server)
  const { database, medias } = server.parts
  const gone = { statut: 'SUPPRIME', corbeilleLe: null } as const
  const erasing: ImageService = {
    ...images,
    async makeVariants(task) {
      const made = await images.makeVariants(task)
      const media = recent.find(({ fichier }) => task.path.includes(fichier))
      if (!media) return made
      await database.updateTable('media').set(gone).where('id', '=', media.mediaId).execute()
      await medias.storage.remove(media.fichier)
      return made
    },
  }
  await startVariantJobs({ ...server.parts, ...medias, images: erasing }, fail).idle()
  const left: string[] = []
  for await (const { name } of medias.storage.list()) left.push(name)
  for await (const name of medias.storage.listVariants()) left.push(name)
  const kept = old.map(({ fichier }) => fichier)
  expect(left.toSorted()).toEqual([...kept, ...kept].toSorted())
})

test('ends the round when the storage is away, and tries the same media at the next one', async () => {
  const { server, images } = await serverAndImages()
  await photosWithoutVariants(server)
  const { storage } = server.parts.medias
  let isAway = true
  let calls = 0
  const away: Storage = {
    ...storage,
    withLocalFile(name, work) {
      calls += 1
      return isAway ? Promise.reject(new StorageAway()) : storage.withLocalFile(name, work)
    },
  }
  const failures: unknown[] = []
  const node = { ...server.parts, ...server.parts.medias, storage: away }
  const jobs = startVariantJobs({ ...node, images }, (error) => void failures.push(error))
  for (let round = 1; round <= 6; round += 1) await jobs.idle()
  expect(calls).toBe(failures.length)
  isAway = false
  await jobs.idle()
  expect(await unmadeFiles(server)).toEqual([])
})

async function unmadeFiles({ parts }: TestServer): Promise<string[]> {
  const unmade = await parts.database
    .selectFrom('media')
    .select('fichier')
    .where('variantesEtat', '<>', 'FAITES')
    .execute()
  return unmade.map(({ fichier }) => fichier)
}

test('makes the large variant of a photo when it is requested before its turn', async () => {
  const server = await startTestServer()
  onTestFinished(() => server.stop())
  const { recent } = await photosWithoutVariants(server)
  const [{ mediaId, fichier } = { mediaId: 0, fichier: '' }] = recent
  const { database } = server.parts
  await database
    .updateTable('media')
    .set({ variantesEtat: 'FAITES', grandeAttendue: 1 })
    .where('id', '=', mediaId)
    .execute()
  const media = await findMedia(database, mediaId)
  if (!media) throw new Error('no media')
  expect(await makeVariant({ ...server.parts, ...server.parts.medias }, { personId: 1, media, side: 1600 })).toBe(
    '1600.webp',
  )
  const path = variantPath(server.parts.medias.storage, fichier, '1600.webp')
  expect(await sharp(path).metadata()).toMatchObject({ format: 'webp', width: 1600, height: 1200 })
})

function fail(error: unknown): never {
  throw error
}
