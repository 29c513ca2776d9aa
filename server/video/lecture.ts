import { mkdtemp, open, rm, stat, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { bandeFrames } from '#domain/media/variante.ts'
import type { MediaMimeType } from '#domain/upload/uploadLimits.ts'
import { lectureArgs, lectureWork } from './lecturePlan.ts'
import { ProgramFailed, runProgram } from './program.ts'
import { inputOptions, probeVideo } from './videoFacts.ts'

export interface LectureTask {
  readonly path: string
  readonly type: MediaMimeType
  /** Where the film and the strip of its frames are written. */
  readonly film: string
  readonly bande: string
  /** Encodes also a video that seems to need none, after a try that failed. */
  readonly mustEncode: boolean
}

const minutesMs = 60_000
/** 20 times the duration and a minute (video), and never so long that other videos wait for the whole evening. */
const maxTimeoutMs = 45 * minutesMs
const frameTimeoutMs = 20_000
const threads = Math.min(2, availableParallelism())
/** The largest upload has 100 MB. */
const maxFilmBytes = 256 * 1024 ** 2
/** Height of a frame of the strip, in pixels. */
const bandeHeight = 120

/**
 * Makes the film of a video that plays in every browser, and a strip of its frames (JPEG), both durable.
 * @throws ProgramFailed when the video cannot be read, an AbortError, or the error of the disk
 */
export async function makeLecture(task: LectureTask, signal: AbortSignal): Promise<void> {
  const { path, type, film, mustEncode } = task
  const facts = await probeVideo(path, type, signal)
  if (facts.isDolbyOnly) throw new ProgramFailed('the video is in Dolby Vision, profile 5')
  const args = lectureArgs(facts, mustEncode ? 'encode' : lectureWork(facts), threads)
  const timeoutMs = Math.min(maxTimeoutMs, 20 * facts.durationMs + minutesMs)
  // A picture that is larger than announced ends ffmpeg before the memory does.
  const input = ['-nostdin', '-y', '-threads', String(threads), ...inputOptions(type), '-i', path]
  const limit = ['-fs', String(maxFilmBytes)]
  await runProgram('ffmpeg', [...input, ...args, ...limit, film], { timeoutMs, signal, isBackground: true })
  const made = await probeVideo(film, 'video/mp4', signal)
  if (made.durationMs === 0) throw new ProgramFailed('the film has no length')
  if ((await stat(film)).size >= maxFilmBytes) throw new ProgramFailed('the film is too large')
  await flush(film)
  await makeBande(task, made.durationMs, signal)
}

/** Draws frames at equal distances, side by side. A frame that cannot be drawn is the one before it. */
async function makeBande({ film, bande }: LectureTask, durationMs: number, signal: AbortSignal): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'eclats-bande-'))
  try {
    let last: Buffer | null = null
    for (let n = 0; n < bandeFrames; n += 1) {
      const second = ((n + 0.5) * durationMs) / bandeFrames / 1000
      const drawn = await frameAt(film, second, signal)
      last = drawn.length > 0 ? drawn : (last ?? (await frameAt(film, 0, signal)))
      await writeFile(join(folder, `${n}.png`), last)
    }
    const joined = ['-nostdin', '-y', '-f', 'image2', '-i', join(folder, '%d.png'), '-vf', `tile=${bandeFrames}x1`]
    const jpeg = ['-frames:v', '1', '-q:v', '4', '-f', 'mjpeg', bande]
    await runProgram('ffmpeg', [...joined, ...jpeg], { timeoutMs: frameTimeoutMs, signal, isBackground: true })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  await flush(bande)
}

/** A frame of a film that was made here, as PNG; empty behind its last one. */
function frameAt(film: string, second: number, signal: AbortSignal): Promise<Buffer> {
  const from = ['-nostdin', '-threads', '1', '-ss', second.toFixed(3), ...inputOptions('video/mp4'), '-i', film]
  const drawn = ['-frames:v', '1', '-vf', `scale=-2:${bandeHeight}`, '-c:v', 'png', '-f', 'image2pipe', 'pipe:1']
  return runProgram('ffmpeg', [...from, ...drawn], { timeoutMs: frameTimeoutMs, signal, isBackground: true })
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
