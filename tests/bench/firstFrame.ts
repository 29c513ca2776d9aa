import { setTimeout as pause } from 'node:timers/promises'
import { chromium, type Browser } from '@playwright/test'
import { unFilm } from '#tests/support/films.ts'
import { mediasOf, openStage, type Stage } from '#tests/support/stage.ts'
import { deposerFichier, validateAll } from '#tests/support/stageMedia.ts'
import { chromiumArgs, chromiumPath } from '../../scripts/chromium.ts'
import { median, type Row } from './row.ts'
import { slowDown } from './slowPhone.ts'

const rounds = 5
const seconds = 8

/** Time until the first frame of a video as a phone records it: of its film, and of its original. */
export const firstFrame: Row = {
  what: 'first frame of a video of 16 Mbit/s with its index at the end, slow 4G',
  against: 'its original',
  goal: '<= 0.3x',
  async measure() {
    const stage = await openStage()
    const executablePath = chromiumPath()
    const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: chromiumArgs })
    try {
      const address = await videoAddress(stage)
      const times: Record<'lecture' | 'original', number[]> = { lecture: [], original: [] }
      for (let round = 0; round < rounds; round += 1) {
        for (const type of ['lecture', 'original'] as const) {
          times[type].push(await firstFrameOf(browser, stage, `${address}&type=${type}`))
        }
      }
      const ratio = median(times.lecture.map((time, round) => time / (times.original[round] ?? Number.NaN)))
      const detail = `film ${Math.round(median(times.lecture))} ms, original ${Math.round(median(times.original))} ms`
      return { figure: `${ratio.toFixed(2)}x`, detail, isMet: ratio <= 0.3 }
    } finally {
      await browser.close()
      await stage.close()
    }
  },
}

/** Sends the video, waits for its film, and returns an address that a guest may read. */
async function videoAddress(stage: Stage): Promise<string> {
  // H.264, because this browser plays no HEVC, at a rate that is encoded again.
  const codec = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-b:v', '16M', '-minrate', '16M']
  // As much noise as makes a film of 1.8 Mbit/s, as those of real clips are.
  const picture = 'testsrc2=size=1920x1080:rate=30,noise=alls=8:allf=t'
  const bytes = unFilm({
    extension: 'mov',
    picture,
    seconds,
    options: [...codec, '-maxrate', '16M', '-bufsize', '16M'],
  })
  await deposerFichier(stage, stage.karim, bytes)
  let made = await mediasOf(stage)
  while (made[0]?.lectureEtat === 'A_FAIRE') {
    await pause(200)
    made = await mediasOf(stage)
  }
  if (made[0]?.lectureEtat !== 'FAITE') throw new Error('the video has no film')
  await validateAll(stage)
  const headers = { Authorization: `Bearer ${stage.lea.token}` }
  const answer = await fetch(`${stage.server.address}/api/evenements/${stage.evenementId}/signature`, { headers })
  const { signature } = (await answer.json()) as { signature: string }
  return `/api/medias/${made[0].id}/fichier?s=${signature}`
}

/** Milliseconds from asking for the video to its first frame, in a new browser profile. */
async function firstFrameOf(browser: Browser, { origin }: Stage, address: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block' })
  const page = await context.newPage()
  // Any page of the origin that is HTML.
  await page.goto(`${origin}/politique-confidentialite`)
  await slowDown(context, page)
  const time = await page.evaluate(async (source) => {
    const begin = performance.now()
    const video = document.createElement('video')
    const loaded = new Promise<void>((resolve, reject) => {
      video.addEventListener('loadeddata', () => resolve(), { once: true })
      video.addEventListener('error', () => reject(new Error(video.error?.message)), { once: true })
    })
    Object.assign(video, { muted: true, preload: 'auto', src: source })
    document.body.append(video)
    await loaded
    return performance.now() - begin
  }, address)
  await context.close()
  return time
}
