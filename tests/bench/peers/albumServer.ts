// The real server on a new folder, with an album of photos, and the download address for a guest.
import { randomBytes } from 'node:crypto'
import type { LienAlbum } from '#domain/album/album.ts'
import { buildApp } from '#server/app.ts'
import { systemClock } from '#server/clock.ts'
import { createLogger } from '#server/http/logging.ts'
import { openParts } from '#server/openParts.ts'
import { unMediaEntier } from '#tests/support/album.ts'
import { uneFete } from '#tests/support/fete.ts'

const photos = 200
const octets = 3 * 1024 ** 2
/** Where phones write location and maker. */
const patches = [
  { start: 200, end: 240 },
  { start: 4000, end: 24_000 },
]

const dataDir = process.argv[2] ?? ''
const parts = await openParts({ dataDir, publicUrl: 'http://127.0.0.1', clock: systemClock, report: console.error })
const app = await buildApp(parts, { logger: createLogger('silent'), dist: null, trustedProxies: [] })
const address = await app.listen({ host: '127.0.0.1', port: 0 })
const { claire, karim, evenementId } = await uneFete({ parts })
for (let n = 0; n < photos; n += 1) {
  const media = { evenementId, auteurId: claire.id, bytes: randomBytes(octets), patches }
  await unMediaEntier({ parts, dataDir }, media)
}
const answer = await app.inject({
  method: 'POST',
  url: `/api/evenements/${evenementId}/album/liens`,
  headers: { authorization: `Bearer ${karim.token}` },
  payload: { choix: 'VALIDES' },
})
console.log(JSON.stringify({ album: `${address}${answer.json<LienAlbum>().adresse}` }))
