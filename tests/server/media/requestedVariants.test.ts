import { expect, test } from 'vitest'
import type { ImageService } from '#server/images/imageService.ts'
import { findMedia, findMedias } from '#server/media/media.repository.ts'
import { makeVariant } from '#server/media/variantJobs.ts'
import type { Storage } from '#server/storage/storage.ts'
import { photosWithoutVariants, serverAndImages } from '#tests/support/variants.ts'

test('decodes a photo once for concurrent requests of the same variant, and again after an error', async () => {
  const { server, images } = await serverAndImages()
  const { recent } = await photosWithoutVariants(server)
  const { database } = server.parts
  await database.updateTable('media').set({ variantesEtat: 'FAITES' }).execute()
  const media = await findMedia(database, recent[0]?.mediaId ?? 0)
  if (!media) throw new Error('no media')
  let isBroken = true
  let decodings = 0
  const counting: ImageService = {
    ...images,
    makeVariants(task) {
      decodings += 1
      return isBroken ? Promise.reject(new Error('the process ended')) : images.makeVariants(task)
    },
  }
  const node = { ...server.parts, ...server.parts.medias, images: counting }
  const request20 = () =>
    Promise.allSettled(Array.from({ length: 20 }, () => makeVariant(node, { personId: 1, media, side: 800 })))
  expect((await request20()).map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 'rejected'))
  expect(decodings).toBe(1)
  isBroken = false
  const value = '800.webp'
  expect(await request20()).toEqual(Array.from({ length: 20 }, () => ({ status: 'fulfilled', value })))
  expect(decodings).toBe(2)
})

test('keeps no preview of a media that is erased while it is made', async () => {
  const { server, images } = await serverAndImages()
  const { recent } = await photosWithoutVariants(server)
  const { database, medias } = server.parts
  await database.updateTable('media').set({ variantesEtat: 'FAITES' }).execute()
  const media = await findMedia(database, recent[0]?.mediaId ?? 0)
  if (!media) throw new Error('no media')
  const erasing: ImageService = {
    ...images,
    async makeVariants(task) {
      const made = await images.makeVariants(task)
      await database.updateTable('media').set({ statut: 'SUPPRIME' }).where('id', '=', media.id).execute()
      await medias.storage.remove(media.fichier)
      return made
    },
  }
  const node = { ...server.parts, ...medias, images: erasing }
  expect(await makeVariant(node, { personId: 1, media, side: 800 })).toBeNull()
  const left: string[] = []
  for await (const name of medias.storage.listVariants()) left.push(name)
  expect(left).toEqual([])
})

test('makes the preview of one person among the first while another has requested very many', async () => {
  const { server, images } = await serverAndImages()
  const { old, recent } = await photosWithoutVariants(server)
  const { database } = server.parts
  await database.updateTable('media').set({ variantesEtat: 'FAITES' }).execute()
  const begun: string[] = []
  const { storage } = server.parts.medias
  const recording: Storage = {
    ...storage,
    storeVariants(name, variants, write) {
      begun.push(name)
      return storage.storeVariants(name, variants, write)
    },
  }
  const node = { ...server.parts, ...server.parts.medias, images, storage: recording }
  const medias = await findMedias(
    database,
    [...old, ...recent].map(({ mediaId }) => mediaId),
  )
  const [first, ...others] = medias
  if (!first) throw new Error('no media')
  const requests = others.flatMap((media) => [200, 400, 800, 1600].map((side) => ({ personId: 1, media, side })))
  const many = requests.map((request) => makeVariant(node, request))
  const one = makeVariant(node, { personId: 2, media: first, side: 800 })
  await Promise.all([...many, one])
  // Two run at the same time when the other person's request arrives, and each person has a turn.
  const place = begun.indexOf(first.fichier)
  expect(place).toBeGreaterThanOrEqual(0)
  expect(place).toBeLessThanOrEqual(3)
  expect(begun).toHaveLength(requests.length + 1)
})
