import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeLecture } from '#server/video/lecture.ts'
import { hevc, unFilm } from '#tests/support/films.ts'
import { median, type Row } from './row.ts'

const rounds = 5
const seconds = 10

/** Work of the server on a video of a phone, with its strip of frames and its checks. */
export const filmWork: Row = {
  what: 'film of 10 s of 1080p in HEVC',
  against: 'one call of ffmpeg with the same encoder',
  goal: '<= 1.75x',
  async measure() {
    const folder = await mkdtemp(join(tmpdir(), 'eclats-film-'))
    try {
      const path = join(folder, 'video.mov')
      const options = [...hevc, '-pix_fmt', 'yuv420p', '-c:a', 'aac']
      await writeFile(path, unFilm({ extension: 'mov', size: '1920x1080', seconds, options }))
      const [ours, theirs]: [number[], number[]] = [[], []]
      const film = join(folder, 'film.mp4')
      for (let round = 0; round < rounds; round += 1) {
        ours.push(await secondsOf(() => makeFilm(path, film)))
        theirs.push(await secondsOf(() => Promise.resolve(callFfmpeg(path, join(folder, 'plain.mp4')))))
      }
      const ratio = median(ours.map((time, round) => time / (theirs[round] ?? Number.NaN)))
      const kilobytes = (await stat(film)).size / 1024 / seconds
      const work = `${(median(ours) / seconds).toFixed(2)} s of work and ${kilobytes.toFixed(0)} KB a second of video`
      return { figure: `${ratio.toFixed(2)}x`, detail: work, isMet: ratio <= 1.75 }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}

async function makeFilm(path: string, film: string): Promise<void> {
  const task = { path, type: 'video/quicktime', film, bande: `${film}.jpg` } as const
  await makeLecture(task, new AbortController().signal)
}

function callFfmpeg(path: string, film: string): void {
  const codec = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-c:a', 'aac']
  const filter = ['-vf', 'scale=1280:720,format=yuv420p', '-threads', '2', '-filter_threads', '2']
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-threads', '2', '-i', path, ...filter, ...codec, film])
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const begin = performance.now()
  await work()
  return (performance.now() - begin) / 1000
}
