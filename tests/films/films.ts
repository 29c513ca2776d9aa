// The second part of `npm run films`: makes the films of many kinds of video, and plays each in Chromium and Firefox.
// Prints a table, and ends with an error when a film does not play, shows other pictures than its original, or says
// where it was recorded. With folders as arguments, their videos are tried too.
import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import fastify from 'fastify'
import { chromium } from 'playwright'
import { launch } from 'puppeteer-core'
import type { MediaMimeType } from '#domain/upload/uploadLimits.ts'
import { makeLecture } from '#server/video/lecture.ts'
import { toneMapping } from '#server/video/lecturePlan.ts'
import { ProgramFailed } from '#server/video/program.ts'
import { probeVideo } from '#server/video/videoFacts.ts'
import { chromiumArgs, chromiumPath } from '../../scripts/chromium.ts'
import { firefoxPath, noFirefox } from '../../scripts/engines.ts'
import { secrets } from '#tests/support/locatedMedia.ts'
import { filmTable, type Outcome } from './filmTable.ts'
import { comparedSide, playFilm } from './playedFilm.ts'

/**
 * Mean difference of a colour, of 255: compression and the conversion of colours change less, a wrong rotation more.
 */
const maxDifference = 24
const types: Readonly<Record<string, MediaMimeType>> = { mp4: 'video/mp4', mov: 'video/quicktime', webm: 'video/webm' }

interface Tried {
  readonly name: string
  readonly path: string
  readonly type: MediaMimeType
  /** Undefined for a file of the caller: it need only play. */
  readonly outcome?: Outcome
  readonly at: number | null
}

interface Made {
  readonly outcome: Outcome
  readonly seconds: number
  readonly durationS: number
  readonly bytes: number
  /** Why there is no film. */
  readonly failure: string
}

const folder = await mkdtemp(join(tmpdir(), 'eclats-films-'))
const app = fastify()
await app.register(fastifyStatic, { root: folder })
app.get('/', (_request, reply) => reply.type('text/html').send('<!doctype html><title>films</title>'))
const address = await app.listen({ port: 0, host: '127.0.0.1' })
const executablePath = chromiumPath()
const chrome = await chromium.launch({ ...(executablePath && { executablePath }), args: chromiumArgs })
const firefox = firefoxPath()
const fox = firefox === undefined ? null : await launch({ browser: 'firefox', executablePath: firefox })
const problems: string[] = fox ? [] : [noFirefox]

try {
  const pages = {
    Chromium: await chrome.newPage(),
    ...(fox && { Firefox: await fox.newPage() }),
  }
  for (const page of Object.values(pages)) await page.goto(address)
  console.log('| file | film | s of work a s of video | KB a s of video | plays in |')
  console.log('|---|---|---|---|---|')
  for await (const tried of allTried()) {
    const film = `${tried.name.replaceAll(/\W+/g, '-')}.mp4`
    const made = await makeFilm(tried, join(folder, film))
    const failures: string[] = []
    if (tried.outcome !== undefined && made.outcome !== tried.outcome) failures.push(`${made.outcome}: ${made.failure}`)
    const players: string[] = []
    if (made.outcome !== 'none') {
      failures.push(...tracesIn(join(folder, film)))
      for (const [name, page] of Object.entries(pages)) {
        const failure = await playsAsOriginal(page, tried, film)
        if (failure === null) players.push(name)
        else failures.push(`${name}: ${failure}`)
      }
    }
    const perSecond = (value: number) => (made.durationS > 0 ? (value / made.durationS).toFixed(2) : '')
    const row = [tried.name, made.outcome, perSecond(made.seconds), perSecond(made.bytes / 1024), players.join(', ')]
    console.log(`| ${row.join(' | ')} |`)
    problems.push(...failures.map((failure) => `${tried.name}: ${failure}`))
  }
} finally {
  await chrome.close()
  await fox?.close()
  await app.close()
  await rm(folder, { recursive: true, force: true })
}
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1

async function* allTried(): AsyncGenerator<Tried> {
  for (const [name, { type, outcome, make, at = 0.5 }] of Object.entries(filmTable)) {
    const path = join(folder, 'original')
    await writeFile(path, make())
    yield { name, path, type, outcome, at }
  }
  for (const given of process.argv.slice(2)) {
    for (const name of await readdir(given)) {
      const type = types[name.split('.').at(-1)?.toLowerCase() ?? '']
      if (type) yield { name, path: join(given, name), type, at: 0.5 }
    }
  }
}

async function makeFilm({ path, type }: Tried, film: string): Promise<Made> {
  const begin = performance.now()
  try {
    const bande = `${film}.jpg`
    const outcome = await makeLecture({ path, type, film, bande }, new AbortController().signal)
    const seconds = (performance.now() - begin) / 1000
    const { durationMs } = await probeVideo(film, 'video/mp4')
    return { outcome, seconds, durationS: durationMs / 1000, bytes: (await stat(film)).size, failure: '' }
  } catch (error) {
    if (!(error instanceof ProgramFailed)) throw error
    return { outcome: 'none', seconds: 0, durationS: 0, bytes: 0, failure: error.message }
  }
}

/** Traces of place, device and person in a film. */
function tracesIn(film: string): string[] {
  const said = execFileSync('exiftool', ['-ee', '-G1', '-a', '-n', film], { encoding: 'utf8' })
  const lines = said.split('\n').filter((line) => !/^\[(System|ExifTool|File)\]/.test(line))
  const named = lines.filter((line) => /GPS|location|serial|artist|\bmake\b|\bmodel\b/i.test(line))
  const marked = Object.values(secrets).filter((secret) => lines.some((line) => line.includes(secret)))
  return [...named, ...marked].map((trace) => `the film says "${trace.trim()}"`)
}

/** @returns why it does not play or shows something else; null when it plays */
async function playsAsOriginal(
  page: Parameters<typeof playFilm>[0],
  { path, type, at }: Tried,
  film: string,
): Promise<string | null> {
  try {
    const shown = await playFilm(page, { url: `/${film}`, at: at ?? 1, toEnd: at !== null })
    if (at !== null && !shown.hasEnded) return 'it does not play to its end'
    const second = Math.min(at ?? 1, shown.durationS / 2)
    const difference = differenceOf(shown.colours, await coloursOf(path, type, second))
    return difference > maxDifference ? `its pictures differ by ${difference.toFixed(0)}` : null
  } catch (error) {
    return (error as Error).message
  }
}

/** A frame of the original, scaled as the browser scales it. */
async function coloursOf(path: string, type: MediaMimeType, second: number): Promise<readonly number[]> {
  const { isHdr } = await probeVideo(path, type)
  const filters = [...(isHdr ? toneMapping : []), `scale=${comparedSide}:${comparedSide}:flags=area`]
  const drawn = ['-frames:v', '1', '-vf', filters.join(','), '-f', 'rawvideo', '-pix_fmt', 'rgb24', 'pipe:1']
  return [...execFileSync('ffmpeg', ['-v', 'quiet', '-ss', String(second), '-i', path, ...drawn])]
}

function differenceOf(shown: readonly number[], expected: readonly number[]): number {
  const sum = shown.reduce((total, value, n) => total + Math.abs(value - (expected[n] ?? 0)), 0)
  return sum / Math.max(1, shown.length)
}
