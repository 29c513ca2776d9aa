import { readdir, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { startImageService } from '#server/images/imageService.ts'
import { findMedia } from '#server/media/media.repository.ts'
import { makeVariant } from '#server/media/variantJobs.ts'
import { depositInOne } from '#tests/support/deposit.ts'
import { uneFete } from '#tests/support/fete.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { startTestServer } from '#tests/support/serverFixture.ts'

test(
  'creates a variant completely when two nodes create it concurrently, without leftover files',
  { timeout: 90_000 },
  async () => {
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
      const paths = await Promise.all(nodes.map((one) => makeVariant(one, media, 800)))
      const [path = null] = paths
      if (path === null) throw new Error('no variant')
      expect(paths).toEqual([path, path])
      expect((await sharp(path).stats()).isOpaque).toBe(true)
      expect((await readdir(dirname(path))).toSorted()).toEqual(['1600.webp', '400.webp', '800.webp'])
      await rm(path)
    }
  },
)
