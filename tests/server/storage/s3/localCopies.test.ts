import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { ConfigError } from '#server/config.ts'
import { LocalCopies } from '#server/storage/s3/localCopies.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eclats-tmp-'))
  vi.stubEnv('TMPDIR', folder)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

async function open(): Promise<LocalCopies> {
  const copies = await LocalCopies.open()
  onTestFinished(() => copies.close())
  return copies
}

/** Runs a script on the local copies in another process. */
function runOther(script: string): ChildProcessByStdio<null, Readable, null> {
  const imported = `const { LocalCopies } = await import(${JSON.stringify(resolve('server/storage/s3/localCopies.ts'))})`
  const child = spawn(process.execPath, ['--input-type=module', '-e', imported + script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** Another process with a local copy. Its process id is ours, as that of a server in another container may be. */
async function otherProcess(): Promise<{ path: string; child: ChildProcess }> {
  const child = runOther(`
    Object.defineProperty(process, 'pid', { value: ${process.pid} })
    const copies = await LocalCopies.open()
    process.stdout.write((await copies.create('p1', 0)).path)
    setInterval(() => undefined, 1000)`)
  const [path] = (await once(child.stdout, 'data')) as [Buffer]
  return { path: path.toString(), child }
}

test('keeps the copies of another process with the same id in another container', async () => {
  const { path } = await otherProcess()
  const copies = await open()
  expect(existsSync(path)).toBe(true)
  const own = await copies.create('p1', 0)
  expect(own.path).not.toBe(path)
})

test('removes at the start the copies of a process that was killed', async () => {
  const { path, child } = await otherProcess()
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(existsSync(path)).toBe(true)
  await open()
  expect(existsSync(path)).toBe(false)
  expect(await readdir(folder)).toHaveLength(1)
})

test('gives two storages of one process a folder each, and removes them at the end', async () => {
  const [one, other] = [await LocalCopies.open(), await LocalCopies.open()]
  const [first, second] = [await one.create('p1', 0), await other.create('p1', 0)]
  await (await LocalCopies.open()).close()
  expect([existsSync(first.path), existsSync(second.path)]).toEqual([true, true])
  await one.close()
  await other.close()
  expect(await readdir(folder)).toEqual([])
})

test('fails with a sentence that names TMPDIR when it is no folder that can be written', async () => {
  const missing = join(folder, 'absent')
  vi.stubEnv('TMPDIR', missing)
  await expect(LocalCopies.open()).rejects.toThrow(
    new ConfigError(
      `TMPDIR (${missing}) est incorrect : un dossier où le serveur peut écrire attendu (ENOENT). / ` +
        `TMPDIR (${missing}) is wrong: expected a folder that the server can write (ENOENT).`,
    ),
  )
})

test('fails with the reason when the lock of its folder cannot be made', async () => {
  // SQLite opens no file with a longer path.
  const long = join(folder, 'a'.repeat(250), 'b'.repeat(250))
  await mkdir(long, { recursive: true })
  vi.stubEnv('TMPDIR', long)
  await expect(LocalCopies.open()).rejects.toThrow('unable to open database file')
  expect(await readdir(long)).toHaveLength(1)
})

test('closes without an error while another process that starts removes the same folder', async () => {
  const other = runOther(`
    let ended = false
    process.once('SIGTERM', () => { ended = true })
    process.stdout.write('started')
    while (!ended) await (await LocalCopies.open()).close()`)
  await once(other.stdout, 'data')
  for (let round = 0; round < 20; round += 1) {
    const several = await Promise.all(Array.from({ length: 6 }, () => LocalCopies.open()))
    await Promise.all(several.map((copies) => copies.close()))
  }
  other.kill('SIGTERM')
  expect(await once(other, 'exit')).toEqual([0, null])
  expect(await readdir(folder)).toEqual([])
})
