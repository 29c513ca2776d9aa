// The real server on a new folder, with an album of thumbnails, and their addresses for a guest.
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { thumbnailSide } from '#domain/media/variante.ts'
import { buildApp } from '#server/app.ts'
import { systemClock } from '#server/clock.ts'
import { createLogger } from '#server/http/logging.ts'
import { openParts } from '#server/openParts.ts'
import { uneFete } from '#tests/support/fete.ts'
import { unGrandAlbum } from '#tests/support/grandAlbum.ts'
import { randomFrom } from '#tests/support/random.ts'
import { variantPath } from '#tests/support/storedFiles.ts'

const nombre = 200

const dataDir = process.argv[2] ?? ''
const parts = await openParts({ dataDir, publicUrl: 'http://127.0.0.1', clock: systemClock, report: console.error })
const app = await buildApp(parts, { logger: createLogger('silent'), dist: null, trustedProxies: [] })
const address = await app.listen({ host: '127.0.0.1', port: 0 })
const { karim, evenementId } = await uneFete({ parts })
await unGrandAlbum({ parts }, { evenementId, nombre })
const answer = await app.inject({
  url: `/api/evenements/${evenementId}/signature`,
  headers: { authorization: `Bearer ${karim.token}` },
})
const { signature } = answer.json<{ signature: string }>()
const rows = await parts.database.selectFrom('media').select(['id', 'fichier']).execute()
const noise = randomFrom(nombre)
const copies = join(dataDir, 'copies')
await mkdir(copies)
for (const { id, fichier } of rows) {
  const bytes = await thumbnail(noise)
  const path = variantPath(parts.medias.storage, fichier, `${thumbnailSide}.webp`)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, bytes)
  await writeFile(join(copies, `${id}.webp`), bytes)
}
const paths = rows.map(({ id }) => ({
  ours: `${address}/api/medias/${id}/fichier?type=thumbnail&s=${signature}`,
  file: `${id}.webp`,
}))
console.log(JSON.stringify({ copies, paths }))

/** About 20 KB, like that of a photo. */
function thumbnail(random: () => number): Promise<Buffer> {
  const pixels = Buffer.from(Array.from({ length: 50 * 38 * 3 }, () => Math.floor(random() * 256)))
  return sharp(pixels, { raw: { width: 50, height: 38, channels: 3 } })
    .resize(400, 304, { kernel: 'cubic' })
    .webp({ quality: 80, effort: 1 })
    .toBuffer()
}
