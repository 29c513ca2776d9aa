// Run in a network namespace of its own (`unshare --net`): `measure.ts '{"bytesPerSecond":…,"roundTripMs":…,"loss":…,"photos":…}'`.
// Prints as JSON what the queue and a bare request made of the same line with the same bytes.
import { createServer as createHttpServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { openPhone } from '#tests/support/phone.ts'
import { unePhotoDe } from '#tests/support/photos.ts'
import { mediasOf } from '#tests/support/stage.ts'
import { openEvenement, signIn } from '#tests/support/steps.ts'
import { listenOnLine, openFarStage } from './farStage.ts'
import { type LineKind, serverAddress } from './namespace.ts'

export interface LineFigures {
  /** Bytes that left the phone, headers included, in those of the photos. */
  readonly sent: number
  /** Seconds until the first photo and until all of them were on the server, and what a bare request takes. */
  readonly first: number
  readonly all: number
  readonly own: { readonly first: number; readonly all: number }
  readonly requests: number
}

const photoBytes = 3_300_000
const { photos, ...kind } = JSON.parse(process.argv[2] ?? '') as LineKind & { photos: number }
const { far, stage, stop } = await openFarStage()
const sink = createHttpServer((request, response) => {
  request.resume().on('end', () => response.setHeader('Content-Type', 'text/html').end('<!doctype html>'))
})
const sinkUrl = `http://${serverAddress}:${await listenOnLine(sink)}/`
const phone = await openPhone()
const { page } = phone
await signIn(page, stage, stage.karim)
await openEvenement(page, stage)
await page.getByRole('button', { name: 'Ajouter un média' }).click()
const files = []
for (let n = 0; n < photos; n += 1) {
  files.push({ name: `IMG_${n}.jpg`, mimeType: 'image/jpeg', buffer: await unePhotoDe(photoBytes) })
}
await page.getByLabel('Choisir des photos ou des vidéos').setInputFiles(files)
const send = page.getByRole('button', { name: /^Envoyer \d+ / })
await send.waitFor()
// The app's own policy lets it talk to its server alone.
const bare = await phone.context.newPage()
await bare.goto(sinkUrl)
await far.become(kind)
const own = { first: await bareRequest(photoBytes), all: await bareRequest(photos * photoBytes) }
await bare.close()
stage.network.bytesToServer = 0
stage.network.requests.length = 0
const startedAt = performance.now()
await send.click()
const first = await secondsUntil(1)
const all = await secondsUntil(photos)
const figures: LineFigures = {
  sent: stage.network.bytesToServer / (photos * photoBytes),
  first,
  all,
  own,
  requests: stage.network.requests.length,
}
console.log(JSON.stringify(figures))
if (process.env.LINES) console.error(stage.network.requests.join('\n'))
await phone.close()
await stop()
process.exit()

async function secondsUntil(count: number): Promise<number> {
  while ((await mediasOf(stage)).length < count) await pause(100)
  return (performance.now() - startedAt) / 1000
}

async function bareRequest(bytes: number): Promise<number> {
  const before = performance.now()
  await bare.evaluate(async (length) => {
    await fetch('/', { method: 'POST', body: new Uint8Array(length) })
  }, bytes)
  return (performance.now() - before) / 1000
}
