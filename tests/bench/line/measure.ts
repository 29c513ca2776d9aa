// Run in its own network namespace (`unshare --net`): `measure.ts '{"bytesPerSecond":…,"roundTripMs":…,"loss":…,
// "photos":…,"sender":…}'`. Prints as JSON the result of one sender on the line.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { openPhone } from '#tests/support/phone.ts'
import { unePhotoDe } from '#tests/support/photos.ts'
import { mediasOf } from '#tests/support/stage.ts'
import { listenOnLine, openFarStage } from './farStage.ts'
import { type LineKind, serverAddress } from './namespace.ts'
import { ourSender, type Peer, peerSender, type Sender } from './senders.ts'

export interface SenderFigures {
  /**
   * Bytes that reached the server's end, headers included, relative to the size of the photos; 0 for the bare request.
   */
  readonly sent: number
  /** Seconds until the first photo and until all were on the server; null if that never happened. */
  readonly first: number | null
  readonly all: number | null
  readonly arrived: number
  readonly requests: number
  readonly failures: readonly string[]
}

export interface LineTask extends LineKind {
  readonly photos: number
  /** `bare` is one request with as many bytes as the first photo, and one with as many as all of them. */
  readonly sender: 'queue' | 'bare' | Peer
}

const photoBytes = 3_300_000
const { photos, sender, ...kind } = JSON.parse(process.argv[2] ?? '') as LineTask
const { far, stage, stop } = await openFarStage()
const phone = await openPhone()
const figures = sender === 'bare' ? await bareRequests(phone.page) : await sendPhotos()
console.log(JSON.stringify(figures))
if (process.env.LINES) console.error(stage.network.requests.join('\n'))
await phone.close()
await stop()
process.exit()

async function sendPhotos(): Promise<SenderFigures> {
  // The browser accepts larger files only from disk.
  const folder = await mkdtemp(join(tmpdir(), 'eclats-photos-'))
  const paths = Array.from({ length: photos }, (_, n) => join(folder, `IMG_${n}.jpg`))
  for (const path of paths) await writeFile(path, await unePhotoDe(photoBytes))
  const readySender = await senderOf(paths)
  await far.become(kind)
  stage.network.bytesToServer = 0
  stage.network.requests.length = 0
  const startedAt = performance.now()
  const arrivals: number[] = []
  // If closed while it waits for an answer, the browser aborts the request.
  const sending = readySender.send().then(
    (given) => ({ given }),
    (error: unknown) => ({ given: [String(error)] }),
  )
  let over: { given: string[] } | null = null
  // The sender sees the first photo one round trip late, so ask the server itself.
  while (!over && arrivals.length < photos) {
    over = await Promise.race([sending, pause(100, null)])
    await notePhotos(arrivals, startedAt)
  }
  await rm(folder, { recursive: true })
  return {
    sent: stage.network.bytesToServer / (photos * photoBytes),
    first: arrivals[0] ?? null,
    all: arrivals[photos - 1] ?? null,
    arrived: arrivals.length,
    requests: stage.network.requests.length,
    failures: over?.given ?? [],
  }
}

function senderOf(paths: readonly string[]): Promise<Sender> {
  if (sender === 'queue' || sender === 'bare') return ourSender(phone, stage, paths)
  return peerSender(phone, stage, { paths, peer: sender })
}

async function notePhotos(arrivals: number[], startedAt: number): Promise<void> {
  const seconds = (performance.now() - startedAt) / 1000
  for (let { length } = await mediasOf(stage); length > arrivals.length;) arrivals.push(seconds)
}

async function bareRequests(page: Page): Promise<SenderFigures> {
  // By default Node ends requests after five minutes.
  const sink = createHttpServer({ requestTimeout: 0 }, (request, response) => {
    request.resume().on('end', () => response.setHeader('Content-Type', 'text/html').end('<!doctype html>'))
  })
  // The app's own content security policy allows only its own server.
  await page.goto(`http://${serverAddress}:${await listenOnLine(sink)}/`)
  await far.become(kind)
  const first = await bareRequest(page, photoBytes)
  const all = await bareRequest(page, photos * photoBytes)
  return { sent: 0, first, all, arrived: 0, requests: 2, failures: [] }
}

async function bareRequest(page: Page, bytes: number): Promise<number> {
  const before = performance.now()
  await page.evaluate(async (length) => {
    await fetch('/', { method: 'POST', body: new Uint8Array(length) })
  }, bytes)
  return (performance.now() - before) / 1000
}
