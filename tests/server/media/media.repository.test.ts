import { afterAll, beforeAll, expect, test } from 'vitest'
import { findMedia, findPatches, mediasOfOrganisateur, mediasOfParticipant } from '#server/media/media.repository.ts'
import { depositInOne } from '#tests/support/deposit.ts'
import { uneFete } from '#tests/support/fete.ts'
import { unePhotoLocalisee } from '#tests/support/photos.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('reads the blanked ranges only with the original, because their list may be large', async () => {
  const { karim, evenementId } = await uneFete(server)
  const sent = await depositInOne(server, { token: karim.token, evenementId, bytes: await unePhotoLocalisee() })
  const id = Number(sent.headers['x-media-id'])
  const { database } = server.parts
  const lists = [
    await mediasOfOrganisateur(database, evenementId).execute(),
    await mediasOfParticipant(database, { evenementId, seesGalerie: true, utilisateurId: karim.id }).execute(),
    [await findMedia(database, id)],
  ]
  for (const [media] of lists) {
    expect(media).toMatchObject({ id, mime: 'image/jpeg', auteurPrenom: 'Karim' })
    expect(media).not.toHaveProperty('plagesMasquees')
  }
})

test('gives the blanked ranges of the file that was read, and none of a file that replaced it since', async () => {
  const { karim, evenementId } = await uneFete(server)
  const sent = await depositInOne(server, { token: karim.token, evenementId, bytes: await unePhotoLocalisee() })
  const { database } = server.parts
  const media = await findMedia(database, Number(sent.headers['x-media-id']))
  if (media === undefined) throw new Error('the media is missing')
  expect((await findPatches(database, media))?.length).toBeGreaterThan(0)
  await database.updateTable('media').set({ fichier: 'remplace' }).where('id', '=', media.id).execute()
  expect(await findPatches(database, media)).toBeNull()
})
