// The first part of `npm run films`: 50 videos are sent, then 200 photos. Prints how long the photos wait for their
// thumbnails, with and without the videos before them, and the memory of the server. Ends with an error when photos
// wait more than 2 s longer, or the server takes more than 250 MB.
import { setTimeout as pause } from 'node:timers/promises'
import { hevc, unFilm } from '#tests/support/films.ts'
import { unePhotoDe } from '#tests/support/photos.ts'
import { deliver } from '#tests/support/plainPhone.ts'
import { residentBytes } from '#tests/support/rendererMemory.ts'
import { openStage, type Stage } from '#tests/support/stage.ts'

const videos = Number(process.env['VIDEOS'] ?? 50)
const photos = Number(process.env['PHOTOS'] ?? 200)
const limits = { longerS: 2, megabytes: 250 }
const megabyte = 1024 ** 2

/** Another file with the same film: with a box at its end that players ignore. */
function another(film: Buffer, n: number): Buffer {
  return Buffer.concat([film, Buffer.from(`\0\0\0\x0cfree${String(n).padStart(4, '0')}`, 'latin1')])
}

async function send({ server, karim, evenementId }: Stage, bytes: Buffer): Promise<number> {
  const { receipt } = await deliver({ address: server.address, token: karim.token, evenementId, bytes })
  return receipt.mediaId
}

/** Sends photos one after the other. @returns the seconds until each had its thumbnail, in order of length */
async function photoWaits(stage: Stage): Promise<number[]> {
  const sent = new Map<number, number>()
  const waits: number[] = []
  const look = async () => {
    const made = await stage.parts.database
      .selectFrom('media')
      .select('id')
      .where('id', 'in', [...sent.keys(), 0])
      .where('variantesEtat', '=', 'FAITES')
      .execute()
    for (const { id } of made) {
      waits.push((performance.now() - (sent.get(id) ?? 0)) / 1000)
      sent.delete(id)
    }
  }
  for (let n = 0; n < photos; n += 1) {
    sent.set(await send(stage, await unePhotoDe(megabyte)), performance.now())
    await look()
  }
  while (sent.size > 0) {
    await pause(50)
    await look()
  }
  return waits.toSorted((a, b) => a - b)
}

async function waitingFilms({ parts }: Stage): Promise<number> {
  const waiting = await parts.database
    .selectFrom('media')
    .select('id')
    .where('type', '=', 'VIDEO')
    .where('lectureEtat', '=', 'A_FAIRE')
    .execute()
  return waiting.length
}

const stage = await openStage()
const problems: string[] = []
try {
  const alone = await photoWaits(stage)
  const idle = await residentBytes(stage.server.pid)
  const clip = unFilm({ extension: 'mov', size: '1280x720', seconds: 2, options: [...hevc, '-pix_fmt', 'yuv420p'] })
  for (let n = 0; n < videos; n += 1) await send(stage, another(clip, n))
  let peak = 0
  const watching = setInterval(
    () => void residentBytes(stage.server.pid).then((now) => (peak = Math.max(peak, now))),
    100,
  )
  const begin = performance.now()
  const waitedBefore = await waitingFilms(stage)
  const beside = await photoWaits(stage)
  while ((await waitingFilms(stage)) > 0) await pause(500)
  clearInterval(watching)
  const seconds = (performance.now() - begin) / 1000
  const middle = (waits: readonly number[]) => waits[Math.floor(waits.length / 2)] ?? 0
  const longest = (waits: readonly number[]) => waits.at(-1) ?? 0
  console.log('| | half of the photos within | all photos within |')
  console.log('|---|---|---|')
  console.log(`| ${photos} photos alone | ${middle(alone).toFixed(2)} s | ${longest(alone).toFixed(2)} s |`)
  console.log(
    `| with ${waitedBefore} videos before them | ${middle(beside).toFixed(2)} s | ${longest(beside).toFixed(2)} s |`,
  )
  const more = (peak - idle) / megabyte
  console.log(`All films after ${seconds.toFixed(0)} s; the server took ${more.toFixed(0)} MB more than idle.`)
  if (longest(beside) - longest(alone) > limits.longerS) problems.push('photos wait too long for their thumbnails')
  if (more > limits.megabytes) problems.push('the server takes too much memory')
  const failed = await stage.parts.database
    .selectFrom('media')
    .select('id')
    .where('type', '=', 'VIDEO')
    .where('lectureEtat', '<>', 'FAITE')
    .execute()
  if (failed.length > 0) problems.push(`${failed.length} videos have no film`)
} finally {
  await stage.close()
}
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
