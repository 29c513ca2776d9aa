import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const execute = promisify(execFile)
/** Limit of the address space in KiB; the programs use 0.6 GiB before they open a file. */
const memoryKib = 1.5 * 1024 ** 2
/** Prevents ffmpeg from opening other files or URLs named in a file. */
const guarded = ['-v', 'error', '-protocol_whitelist', 'file,pipe']
const options = { timeout: 20_000, maxBuffer: 64 * 1024 * 1024, encoding: 'buffer' as const }

/** Runs a program with a memory limit, where the shell supports it. */
function run(program: string, args: readonly string[]) {
  return execute('/bin/sh', ['-c', `ulimit -v ${memoryKib} 2>/dev/null; exec "$@"`, 'sh', program, ...args], options)
}

/** Length of a video in milliseconds; null when ffprobe is missing or fails. */
export async function videoDuration(path: string): Promise<number | null> {
  try {
    const args = [...guarded, '-show_entries', 'format=duration', '-of', 'csv=p=0', path]
    const { stdout } = await run('ffprobe', args)
    const seconds = Number(stdout.toString().trim())
    return Number.isFinite(seconds) && seconds > 0 ? Math.round(seconds * 1000) : null
  } catch {
    return null
  }
}

/** A frame of a video as PNG: after one second, else the first. Rejects when ffmpeg is missing or fails. */
export async function videoFrame(path: string): Promise<Buffer> {
  for (const second of ['1', '0']) {
    const args = [
      ...guarded,
      '-timelimit',
      '20',
      '-threads',
      '1',
      '-ss',
      second,
      '-i',
      path,
      '-frames:v',
      '1',
      '-f',
      'image2pipe',
    ]
    const { stdout } = await run('ffmpeg', [...args, '-c:v', 'png', 'pipe:1'])
    if (stdout.length > 0) return stdout
  }
  throw new Error('no picture in the video')
}
