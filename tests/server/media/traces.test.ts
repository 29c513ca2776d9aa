import { afterAll, beforeAll, expect, test } from 'vitest'
import { prendsAlbum } from '#tests/support/album.ts'
import { depositInOne } from '#tests/support/deposit.ts'
import { openWorld, type World } from '#tests/support/everyCall/world.ts'
import { isWhole } from '#tests/support/extent.ts'
import { markedFiles } from '#tests/support/metadata/markedFiles.ts'
import { secret } from '#tests/support/metadata/secret.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'
import { readZip } from '#tests/support/zipReader.ts'

const forms = ['', '?type=thumbnail', ...[200, 400, 800, 1600].map((side) => `?type=custom&width=${side}`)]
const kinds = ['JPEG', 'PNG', 'WebP', 'GIF', 'MP4', 'MOV', 'HEIC', 'WebM']
let server: TestServer
let world: World
beforeAll(async () => {
  server = await startTestServer()
  // These test files cannot be made into films.
  await server.parts.medias.lectures.stop()
  world = await openWorld(server)
})
afterAll(() => server.stop())

test.for(kinds)('serves no trace of the secret in any form of any %s', async (kind) => {
  const { PU, PV, OP } = world.people
  const files = (await markedFiles()).filter(({ title }) => title.startsWith(`${kind}:`))
  const traces: string[] = []
  const kept: string[] = []
  const sampled = isWhole ? files : files.filter((_, n) => n % 8 === 0)
  for (const { title, bytes } of sampled) {
    const sent = await depositInOne(server, { token: PU.token, evenementId: world.evenement, bytes })
    expect([title, sent.statusCode]).toEqual([title, 201])
    const id = Number(sent.headers['x-media-id'])
    await server.call('PATCH', `/frontend/organisateur/medias/${id}/valider`, { token: OP.token })
    await server.parts.medias.jobs.idle()
    for (const form of forms) {
      const { rawPayload, statusCode } = await server.call('GET', `/medias/${id}/fichier${form}`, { token: PV.token })
      if (form === '') kept.push(...(statusCode === 404 ? [title] : []))
      if (rawPayload.includes(secret)) traces.push(`${title} ${form}`)
    }
  }
  expect(kept).toEqual(sampled.filter((file) => file.isKeptFromOthers).map(({ title }) => title))
  const { answer } = await prendsAlbum(server, PV, { evenementId: world.evenement, choix: 'VALIDES' })
  for (const { name, bytes } of readZip(answer.rawPayload)) if (bytes.includes(secret)) traces.push(name)
  expect(traces).toEqual([])
})
