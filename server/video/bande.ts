import { stat } from 'node:fs/promises'
import { bandeFrames } from '#domain/media/variante.ts'
import { runProgram } from './program.ts'
import { inputOptions } from './videoFacts.ts'

const timeoutMs = 60_000
/** Height of a frame, in pixels. */
const height = 120
const scale = `scale=-2:${height}`

interface BandeTask {
  /** A film that was made here. */
  readonly film: string
  readonly durationMs: number
  /** Where the strip is written, as JPEG. */
  readonly bande: string
}

/**
 * Draws frames of a film at equal distances, side by side. A film whose pictures end before its sound shows its first
 * frame instead.
 */
export async function makeBande({ film, durationMs, bande }: BandeTask, signal: AbortSignal): Promise<void> {
  const source = ['-threads', '1', ...inputOptions('video/mp4'), '-i', film]
  const numbers = Array.from({ length: bandeFrames }, (_, n) => n)
  const inputs = numbers.flatMap((n) => ['-ss', (((n + 0.5) * durationMs) / bandeFrames / 1000).toFixed(3), ...source])
  const frames = numbers.map((n) => `[${n}:v]${scale},trim=end_frame=1[f${n}]`).join(';')
  const joined = `${frames};${numbers.map((n) => `[f${n}]`).join('')}hstack=inputs=${bandeFrames}[out]`
  await draw(['-filter_complex_threads', '1', ...inputs, '-filter_complex', joined, '-map', '[out]'])
  if (await isDrawn(bande)) return
  await draw([...source, '-vf', `trim=end_frame=1,${scale},loop=loop=${bandeFrames - 1}:size=1,tile=${bandeFrames}x1`])

  async function draw(args: readonly string[]): Promise<void> {
    const output = ['-frames:v', '1', '-q:v', '4', '-flags', '+bitexact', '-f', 'mjpeg', bande]
    const options = { timeoutMs, signal, isBackground: true }
    await runProgram('ffmpeg', ['-nostdin', '-y', ...args, ...output], options)
  }
}

async function isDrawn(path: string): Promise<boolean> {
  return stat(path).then(
    ({ size }) => size > 0,
    () => false,
  )
}
