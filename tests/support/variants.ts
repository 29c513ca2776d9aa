import { onTestFinished } from 'vitest'
import { startImageService } from '#server/images/imageService.ts'
import { findMedia } from '#server/media/media.repository.ts'
import { depositInOne } from '#tests/support/deposit.ts'
import { uneFete } from '#tests/support/fete.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

/** A server, and an image service of one process beside its own. */
export async function serverAndImages() {
  const server = await startTestServer()
  const images = startImageService({ processes: 1 })
  onTestFinished(async () => {
    await images.close()
    await server.stop()
  })
  return { server, images }
}

interface Sent {
  readonly mediaId: number
  readonly fichier: string
}

/** Photos of two events, the second one created later, all without variants. */
export async function photosWithoutVariants(server: TestServer): Promise<{ old: Sent[]; recent: Sent[] }> {
  const events = [await uneFete(server), await uneFete(server)]
  const sent: Sent[][] = []
  for (const { karim, evenementId } of events) {
    const photos: Sent[] = []
    for (let count = 0; count < 2; count += 1) {
      const bytes = await unePhoto({ largeur: 2000, hauteur: 1500 })
      const answer = await depositInOne(server, { token: karim.token, evenementId, bytes })
      const mediaId = Number(answer.headers['x-media-id'])
      photos.push({ mediaId, fichier: (await findMedia(server.parts.database, mediaId))?.fichier ?? '' })
    }
    sent.push(photos)
  }
  await server.parts.medias.jobs.idle()
  const { storage } = server.parts.medias
  for (const { fichier } of sent.flat()) await storage.removeVariants(fichier)
  await server.parts.database.updateTable('media').set({ variantesEtat: 'A_FAIRE', variantesBail: null }).execute()
  const [old = [], recent = []] = sent
  return { old, recent }
}
