import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { probeVideo } from '#server/video/videoFacts.ts'
import { videoFrame } from '#server/video/videoFrame.ts'
import { h264, hevc, hlg, unFilm } from '#tests/support/films.ts'
import { programs } from '#tests/support/locatedMedia.ts'

async function posterOf(bytes: Buffer, limits: { readonly searchMs?: number } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'eclats-poster-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'film')
  await writeFile(path, bytes)
  const facts = await probeVideo(path, 'video/mp4')
  const { channels } = await sharp(await videoFrame(path, { type: 'video/mp4', facts, ...limits })).stats()
  return { facts, mean: channels.slice(0, 3).map(({ mean }) => Math.round(mean)) }
}

const white = 'color=white:size=160x120:rate=10'

test.skipIf(!programs.ffmpeg)('draws the first frame that is not black', async () => {
  const options = [...h264, '-vf', 'fade=in:start_time=0.8:duration=0.01']
  const { facts, mean } = await posterOf(unFilm({ extension: 'mp4', options, picture: white, seconds: 2 }))
  expect(facts.durationMs).toBe(2000)
  for (const level of mean) expect(level).toBeGreaterThan(240)
})

test.skipIf(!programs.ffmpeg)('draws a black frame of a video that stays black', async () => {
  const picture = 'color=black:size=160x120:rate=10'
  const { mean } = await posterOf(unFilm({ extension: 'mp4', options: h264, picture }))
  for (const level of mean) expect(level).toBeLessThan(5)
})

test.skipIf(!programs.ffmpeg)('draws the first frame when the search for another one takes too long', async () => {
  const options = [...h264, '-vf', 'fade=in:start_time=0.8:duration=0.01']
  const { mean } = await posterOf(unFilm({ extension: 'mp4', options, picture: white, seconds: 2 }), { searchMs: 1 })
  for (const level of mean) expect(level).toBeLessThan(5)
})

test.skipIf(!programs.ffmpeg)('converts the light of an HDR video for screens without HDR', async () => {
  const grey = 'color=0x808080:size=160x120:rate=10'
  const pq = hlg.with(hlg.indexOf('arib-std-b67'), 'smpte2084')
  const { facts, mean } = await posterOf(unFilm({ extension: 'mp4', options: [...hevc, ...pq], picture: grey }))
  expect(facts.isHdr).toBe(true)
  // The middle of the PQ signal is 92 candelas a square metre: lighter than the middle grey of a usual screen.
  for (const level of mean) expect(level).toBeGreaterThan(145)
})
