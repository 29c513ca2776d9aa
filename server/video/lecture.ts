import { open, stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import type { MediaMimeType } from '#domain/upload/uploadLimits.ts'
import { makeBande } from './bande.ts'
import { lectureArgs, lectureWork, type LectureWork } from './lecturePlan.ts'
import { ProgramFailed, runProgram } from './program.ts'
import { inputOptions, probeVideo, type VideoFacts } from './videoFacts.ts'

export interface LectureTask {
  readonly path: string
  readonly type: MediaMimeType
  /** Where the film and the strip of its frames are written. */
  readonly film: string
  readonly bande: string
}

const minutesMs = 60_000
/** 20 times the duration and a minute, and never so long that other videos wait for the whole evening. */
const maxTimeoutMs = 45 * minutesMs
const threads = Math.min(2, availableParallelism())
/** The largest upload has 100 MB. */
const maxFilmBytes = 256 * 1024 ** 2

/**
 * Makes the film of a video that plays in every browser, and a strip of its frames (JPEG), both durable.
 * @returns what was done
 * @throws ProgramFailed when the video cannot be read, an AbortError, or the error of the disk
 */
export async function makeLecture(task: LectureTask, signal: AbortSignal): Promise<LectureWork> {
  const facts = await probeVideo(task.path, task.type, signal)
  if (facts.isDolbyOnly) throw new ProgramFailed('the video is in Dolby Vision, profile 5')
  const work = lectureWork(facts) === 'remux' && (await isRemuxed(task, facts, signal)) ? 'remux' : 'encode'
  if (work === 'encode') await writeFilm(task, { facts, work, signal })
  const { film, bande } = task
  const { durationMs } = await probeVideo(film, 'video/mp4', signal)
  if (durationMs === 0) throw new ProgramFailed('the film has no length')
  if ((await stat(film)).size >= maxFilmBytes) throw new ProgramFailed('the film is too large')
  await makeBande({ film, durationMs, bande }, signal)
  for (const path of [film, bande]) await flush(path)
  return work
}

/** False for a video that is damaged or ends too early: browsers stop there, an encoding goes on. */
async function isRemuxed(task: LectureTask, facts: VideoFacts, signal: AbortSignal): Promise<boolean> {
  try {
    await writeFilm(task, { facts, work: 'remux', signal })
    await decodeEnd(task.film, signal)
    return true
  } catch (error) {
    if (error instanceof ProgramFailed) return false
    throw error
  }
}

async function writeFilm(
  { path, type, film }: LectureTask,
  { facts, work, signal }: { readonly facts: VideoFacts; readonly work: LectureWork; readonly signal: AbortSignal },
): Promise<void> {
  const timeoutMs = Math.min(maxTimeoutMs, 20 * facts.durationMs + minutesMs)
  const strict = work === 'remux' ? ['-xerror'] : []
  const input = ['-nostdin', '-y', ...strict, '-threads', String(threads), ...inputOptions(type), '-i', path]
  const output = [...lectureArgs(facts, work, threads), '-fs', String(maxFilmBytes), film]
  await runProgram('ffmpeg', [...input, ...output], { timeoutMs, signal, isBackground: true })
}

/** A phone whose storage is full writes the end of a video badly. @throws ProgramFailed when it cannot be decoded */
async function decodeEnd(film: string, signal: AbortSignal): Promise<void> {
  const input = [
    '-nostdin',
    '-xerror',
    '-threads',
    String(threads),
    '-sseof',
    '-5',
    ...inputOptions('video/mp4'),
    '-i',
    film,
  ]
  await runProgram('ffmpeg', [...input, '-f', 'null', '-'], { timeoutMs: minutesMs, signal, isBackground: true })
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
