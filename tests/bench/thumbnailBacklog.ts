import { link, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import type { Parts } from '#server/parts.ts'
import { depositInOne } from '#tests/support/deposit.ts'
import { uneFete } from '#tests/support/fete.ts'
import { unGrandAlbum } from '#tests/support/grandAlbum.ts'
import { startTestServer } from '#tests/support/serverFixture.ts'
import type { Measured, Row } from './row.ts'
import { photoOf12Megapixels } from './thumbnails.ts'
import { localPath } from '#tests/support/storedFiles.ts'

const nombre = 2000
const sample = 200
const longestMs = 5000

/** Thumbnails while many photos wait: how soon a new one has its own, and how fast all of them are made. */
export const thumbnailBacklog: Row = {
  what: `thumbnails of ${nombre} waiting photos of 12 megapixels, and of one sent after them`,
  against: 'sharp on every core, with the same settings and files of the same photo',
  goal: '>= 0.9x, and the new one within 5 s',
  async measure() {
    const folder = await mkdtemp(join(tmpdir(), 'eclats-backlog-'))
    const server = await startTestServer()
    try {
      const { karim, evenementId } = await uneFete(server)
      const photo = await photoOf12Megapixels()
      const file = join(folder, 'photo.jpg')
      await writeFile(file, photo)
      await waitingPhotos(server.parts, { evenementId, file })
      const before = await sharpRate(file, folder)
      const began = performance.now()
      server.parts.medias.jobs.wake()
      // A quarter of them is made when the new one comes.
      await until(async () => (await countMade(server.parts)) >= nombre / 4)
      const bytes = Buffer.concat([photo, Buffer.from('another photo')])
      const answer = await depositInOne(server, { token: karim.token, evenementId, bytes })
      const sent = performance.now()
      const mediaId = Number(answer.headers['x-media-id'])
      await until(async () => (await countMade(server.parts, mediaId)) > 0)
      const newMs = performance.now() - sent
      await until(async () => (await countMade(server.parts)) > nombre)
      const rate = ((nombre + 1) * 1000) / (performance.now() - began)
      return result({ rate, newMs, sharp: (before + (await sharpRate(file, folder))) / 2 })
    } finally {
      await server.stop()
      await rm(folder, { recursive: true })
    }
  },
}

function result({ rate, newMs, sharp: own }: { rate: number; newMs: number; sharp: number }): Measured {
  const ratio = rate / own
  return {
    figure: `${ratio.toFixed(2)}x, the new one after ${(newMs / 1000).toFixed(1)} s`,
    detail: `photos a second: ${rate.toFixed(1)} against ${own.toFixed(1)}`,
    isMet: ratio >= 0.9 && newMs <= longestMs,
  }
}

async function waitingPhotos(
  parts: Parts,
  { evenementId, file }: { evenementId: number; file: string },
): Promise<void> {
  const { database } = parts
  const { storage } = parts.medias
  await unGrandAlbum({ parts }, { evenementId, nombre })
  const waiting = { variantesEtat: 'A_FAIRE', mime: 'image/jpeg', type: 'IMAGE' } as const
  const rows = await database.updateTable('media').set(waiting).returning('fichier').execute()
  for (const { fichier } of rows) {
    const path = await localPath(storage, fichier)
    await mkdir(dirname(path), { recursive: true })
    await link(file, path)
  }
}

/** Photos a second. */
async function sharpRate(file: string, folder: string): Promise<number> {
  const began = performance.now()
  await Promise.all(
    Array.from({ length: availableParallelism() }, async (_, lane) => {
      for (let count = lane; count < sample; count += availableParallelism()) {
        const image = sharp(file, { sequentialRead: true }).autoOrient().resize(400, 400, { fit: 'inside' })
        await image.webp({ quality: 80, effort: 1 }).toFile(join(folder, `${lane}.webp`))
      }
    }),
  )
  return (sample * 1000) / (performance.now() - began)
}

async function countMade({ database }: Parts, mediaId?: number): Promise<number> {
  const made = database.selectFrom('media').where('variantesEtat', '=', 'FAITES')
  const rows = mediaId === undefined ? made : made.where('id', '=', mediaId)
  const { count } = await rows.select((of) => of.fn.countAll().as('count')).executeTakeFirstOrThrow()
  return Number(count)
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await pause(50)
}
