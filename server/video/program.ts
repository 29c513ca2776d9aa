import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const execute = promisify(execFile)
/** Limit of the address space in KiB; the programs use 0.6 GiB before they open a file. */
const memoryKib = 1.5 * 1024 ** 2
/**
 * Limits the memory where the shell can, lets Linux end the program before the server when memory runs out, and gives
 * it the lowest priority when it works in the background.
 */
const limited = `
ulimit -v ${memoryKib} 2>/dev/null
{ echo 1000 > /proc/self/oom_score_adj; } 2>/dev/null
background=$1; shift
[ "$background" = no ] && exec "$@"
command -v ionice > /dev/null && exec nice -n 19 ionice -c 3 "$@"
exec nice -n 19 "$@"`

/** The program failed or exceeded a limit: the file is the probable cause. */
export class ProgramFailed extends Error {}

interface RunOptions {
  readonly timeoutMs: number
  /** Ends the program; the promise rejects with an AbortError. */
  readonly signal?: AbortSignal | undefined
  readonly isBackground?: boolean
}

/** Failures of the disk, not of the file, in the words of ffmpeg. */
const diskFailures: readonly (readonly [text: string, code: string])[] = [
  ['No space left on device', 'ENOSPC'],
  ['Disk quota exceeded', 'EDQUOT'],
]
const maxOutputBytes = 64 * 1024 * 1024
/** The end of what ffmpeg says, for the log. */
const maxWordsLength = 400

/**
 * Runs ffmpeg or ffprobe on an untrusted file, without the secrets of the server's environment.
 * @returns what it wrote to its standard output
 * @throws ProgramFailed, an AbortError, or an error with the code of the disk
 */
export async function runProgram(
  program: 'ffmpeg' | 'ffprobe',
  args: readonly string[],
  { timeoutMs, signal, isBackground = false }: RunOptions,
): Promise<Buffer> {
  const shell = ['-c', limited, 'sh', isBackground ? 'yes' : 'no', program, '-v', 'error', ...args]
  const running = execute('/bin/sh', shell, {
    cwd: '/',
    // One arena: each reserves 64 MiB of the limited address space.
    env: { PATH: process.env['PATH'], LC_ALL: 'C', MALLOC_ARENA_MAX: '1' },
    encoding: 'buffer',
    killSignal: 'SIGKILL',
    maxBuffer: maxOutputBytes,
    timeout: timeoutMs,
    signal,
  })
  const { stdout, stderr } = await running.catch((error: ExecuteError) => {
    throw signal?.aborted === true ? error : failureOf(program, error)
  })
  throwDiskFailure(stderr.toString())
  return stdout
}

interface ExecuteError extends Error {
  readonly stderr?: Buffer
  readonly code?: number | string
  readonly killed?: boolean
}

function failureOf(program: string, { stderr, code, killed }: ExecuteError): Error {
  const words = stderr?.toString() ?? ''
  throwDiskFailure(words)
  const how = killed === true ? 'exceeded its time' : `ended with ${code ?? 'a signal'}`
  return new ProgramFailed(`${program} ${how}: ${words.trim().slice(-maxWordsLength)}`)
}

/** ffmpeg ends with success also when it could not write all of a file. */
function throwDiskFailure(words: string): void {
  const [text, code] = diskFailures.find(([one]) => words.includes(one)) ?? []
  if (text !== undefined) throw Object.assign(new Error(text), { code })
}

/** Whether ffmpeg and ffprobe are installed. */
export async function hasVideoPrograms(): Promise<boolean> {
  try {
    for (const program of ['ffmpeg', 'ffprobe'] as const) await runProgram(program, ['-version'], { timeoutMs: 10_000 })
    return true
  } catch {
    return false
  }
}
