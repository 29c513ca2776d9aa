import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ProgramFailed, runProgram } from '#server/video/program.ts'
import { programs } from '#tests/support/locatedMedia.ts'

/** Ends a program that hangs; a busy machine takes several times as long as a quiet one. */
const timeoutMs = 240_000
const pictures = ['-f', 'lavfi', '-i', 'testsrc=size=320x240:rate=10']

test.skipIf(!programs.ffmpeg)('gives the program none of the secrets of the server', async () => {
  process.env['SECRETS_KEY'] = 'a-key-of-this-test'
  try {
    const environment = ['-f', 'lavfi', '-i', 'color', '-frames:v', '1', '-f', 'null', '-']
    await runProgram('ffmpeg', environment, { timeoutMs })
    // ffmpeg names the file that it cannot open: the environment of its own process.
    const own = [
      '-protocol_whitelist',
      'file,pipe',
      '-f',
      'data',
      '-i',
      '/proc/self/environ',
      '-map',
      '0',
      '-c',
      'copy',
    ]
    const read = await runProgram('ffmpeg', [...own, '-f', 'data', 'pipe:1'], { timeoutMs })
    expect(read.toString()).toContain('PATH=')
    expect(read.toString()).not.toContain('a-key-of-this-test')
  } finally {
    delete process.env['SECRETS_KEY']
  }
})

test.skipIf(!programs.ffmpeg)('ends a program that exceeds its time', async () => {
  const endless = runProgram('ffmpeg', ['-re', ...pictures, '-f', 'null', '-'], { timeoutMs: 300 })
  await expect(endless).rejects.toThrow(/exceeded its time/)
  await expect(endless).rejects.toBeInstanceOf(ProgramFailed)
})

test.skipIf(!programs.ffmpeg)('fails a program that asks for more memory than its limit', async () => {
  // Twelve frames of 192 MB, which are all kept before the first one is written.
  const kept = ['-f', 'lavfi', '-i', 'color=size=4000x4000:rate=1', '-t', '12', '-vf', 'format=gbrpf32le,reverse']
  const failing = runProgram('ffmpeg', [...kept, '-f', 'null', '-'], { timeoutMs })
  await expect(failing).rejects.toThrow(/Cannot allocate memory/)
})

test.skipIf(!programs.ffmpeg)('says that the disk is full, which is no fault of the file', async () => {
  const full = runProgram('ffmpeg', [...pictures, '-t', '1', '-y', '-f', 'matroska', '/dev/full'], { timeoutMs })
  await expect(full).rejects.toMatchObject({ code: 'ENOSPC' })
  await expect(full).rejects.not.toBeInstanceOf(ProgramFailed)
})

test.skipIf(!programs.ffmpeg)('ends a program when the work is aborted', async () => {
  const stopping = new AbortController()
  const endless = runProgram('ffmpeg', ['-re', ...pictures, '-f', 'null', '-'], { timeoutMs, signal: stopping.signal })
  stopping.abort()
  await expect(endless).rejects.toMatchObject({ name: 'AbortError' })
})

test.skipIf(!programs.ffmpeg)('fails a program that another process ends', async () => {
  const mark = randomUUID()
  const killed = runProgram('ffmpeg', ['-re', ...pictures, '-metadata', `title=${mark}`, '-f', 'null', '-'], {
    timeoutMs,
  })
  const failure = killed.catch((error: unknown) => error)
  await expect.poll(() => processWith(mark)).not.toBeNull()
  process.kill(processWith(mark) ?? 0, 'SIGKILL')
  expect(String(await failure)).toContain('ended with a signal')
})

/** The ffmpeg whose arguments have this word. */
function processWith(word: string): number | null {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').match(new RegExp(`^ffmpeg\0.*${word}`, 's'))) return Number(pid)
    } catch {
      // It has ended.
    }
  }
  return null
}
