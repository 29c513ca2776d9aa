import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { startSmtpPeer } from '#tests/support/smtpPeer.ts'

async function startMain(environment: Readonly<Record<string, string>>, words: readonly string[] = []) {
  const dataDir = await mkdtemp(join(tmpdir(), 'eclats-main-'))
  const env = { ...process.env, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...environment }
  const child = spawn('node', ['server/main.ts', ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await rm(dataDir, { recursive: true, force: true })
  })
  const errors: string[] = []
  child.stderr.on('data', (chunk: Buffer) => errors.push(String(chunk)))
  const ended = once(child, 'exit') as Promise<[number | null, string | null]>
  const lines = createInterface(child.stdout)
  return { child, ended, lines, errors, dataDir }
}

async function addressOf(lines: Awaited<ReturnType<typeof startMain>>['lines']): Promise<string> {
  const [line] = (await once(lines, 'line')) as [string]
  return line.replace('Éclats : ', '')
}

test('fails at start for an invalid variable, with its message and without a stack', async () => {
  const { ended, errors } = await startMain({ PORT: 'web' })
  const [code] = await ended
  expect(code).toBe(1)
  expect(errors.join('')).toMatch(/^PORT est incorrect : .*\n$/)
})

test('refuses a word after the command', async () => {
  const { ended, errors } = await startMain({}, ['--port=80'])
  expect((await ended)[0]).toBe(1)
  expect(errors.join('')).toBe('Usage : npm start\n')
})

test('fails at start with one sentence for an address or a folder that the system refuses', async () => {
  const other = createServer()
  await once(other.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void other.close())
  const port = String((other.address() as AddressInfo).port)
  for (const [environment, sentence] of [
    [{ PORT: port }, /^PORT \(\d+\) est déjà utilisé .*\n$/],
    [{ METRICS_PORT: port }, /^METRICS_PORT \(\d+\) est déjà utilisé .*\n$/],
    [{ PORT: port, METRICS_PORT: port }, /^METRICS_PORT est incorrect : un autre port que PORT attendu\. .*\n$/],
    [{ HOST: '192.0.2.1' }, /^HOST \(192\.0\.2\.1\) n'est pas une adresse de cette machine\. .*\n$/],
    [{ DATA_DIR: '/dev/null' }, /^DATA_DIR \(\/dev\/null\) : ce n'est pas un dossier, .*\n$/],
  ] as const) {
    const { ended, errors } = await startMain(environment)
    expect((await ended)[0]).toBe(1)
    expect(errors.join('')).toMatch(sentence)
  }
})

test('answers no request when the port of the metrics is taken', async () => {
  const other = createServer()
  await once(other.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void other.close())
  const METRICS_PORT = String((other.address() as AddressInfo).port)
  const { ended, errors, lines } = await startMain({ METRICS_PORT, LOG_LEVEL: 'info' })
  const written: string[] = []
  for await (const line of lines) written.push(line)
  expect((await ended)[0]).toBe(1)
  expect(errors.join('')).toMatch(/^METRICS_PORT /)
  expect(written.filter((line) => line.includes('Server listening'))).toEqual([])
})

test.skipIf(process.platform !== 'linux')('fails at start for a folder that /proc does not make', async () => {
  const { ended, errors } = await startMain({ DATA_DIR: '/proc/eclats/data' })
  expect((await ended)[0]).toBe(1)
  expect(errors.join('')).toMatch(
    /^DATA_DIR \(\/proc\/eclats\/data\) : ce n'est pas un dossier, ou il ne peut pas être créé\. .*\n$/,
  )
})

test.each([
  ['warns that mail is not sent when it starts without a mail server', {}, 1],
  [
    'does not warn about mail when it starts with a mail server',
    { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'fete@eclats.example' },
    0,
  ],
])('%s', async (_title, environment, expected) => {
  const { lines } = await startMain({ LOG_LEVEL: 'warn', ...environment })
  const warnings: string[] = []
  for await (const line of lines) {
    if (line.startsWith('Éclats : ')) break
    warnings.push((JSON.parse(line) as { msg: string }).msg)
  }
  expect(warnings.filter((text) => text.startsWith('SMTP_URL is not set: mail is not sent'))).toHaveLength(expected)
  const ofBuild = warnings.filter((text) => text.startsWith('the app is not built'))
  expect(ofBuild).toHaveLength(existsSync('dist/index.html') ? 0 : 1)
})

test('refuses a second server on one SQLite folder until the first one was killed', async () => {
  const first = await startMain({})
  await addressOf(first.lines)
  const DATA_DIR = first.dataDir
  const second = await startMain({ DATA_DIR })
  expect((await second.ended)[0]).toBe(1)
  expect(second.errors.join('')).toMatch(/^DATA_DIR .*sert déjà à un autre serveur.*\n$/)
  first.child.kill('SIGKILL')
  await first.ended
  const third = await startMain({ DATA_DIR })
  expect((await fetch(`${await addressOf(third.lines)}/api/health`)).status).toBe(200)
})

test('creates every file for its owner only', async () => {
  const { lines, dataDir } = await startMain({})
  await addressOf(lines)
  const entries = await readdir(dataDir, { recursive: true })
  expect(entries.length).toBeGreaterThan(5)
  for (const entry of entries) expect([entry, (await stat(join(dataDir, entry))).mode & 0o077]).toEqual([entry, 0])
})

test('confirms a registration through the configured mail server', async () => {
  const peer = await startSmtpPeer()
  const { lines } = await startMain({
    SMTP_URL: `smtp://127.0.0.1:${peer.server.port}`,
    MAIL_FROM: 'La fête <fete@eclats.example>',
    PUBLIC_URL: 'https://eclats.example',
  })
  const address = await addressOf(lines)
  const body = JSON.stringify({ nom: 'Martin', prenom: 'Zoé', email: 'zoe@eclats.test', password: 'Souvenirs2026!' })
  const headers = { 'content-type': 'application/json' }
  expect((await fetch(`${address}/api/auth/register`, { method: 'POST', headers, body })).status).toBe(201)
  await expect.poll(() => peer.received.length).toBe(1)
  const [first] = peer.received
  expect(first?.to).toEqual(['zoe@eclats.test'])
  expect(first?.mail.from).toMatchObject({ name: 'La fête', address: 'fete@eclats.example' })
  expect(first?.mail.text).toMatch(/https:\/\/eclats\.example\/confirmation\?token=[\w-]{43}\n/)
})

/** A request whose body never arrives keeps its connection busy. */
async function hang(address: string): Promise<void> {
  const { hostname, port } = new URL(address)
  const hanging = connect(Number(port), hostname)
  hanging.on('error', () => {})
  await once(hanging, 'connect')
  hanging.write(
    'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  )
  // It has arrived when the server has answered a later one.
  expect((await fetch(`${address}/api/health`)).status).toBe(200)
}

test('ends at once on a second signal', async () => {
  const { child, ended, lines } = await startMain({})
  await hang(await addressOf(lines))
  const signals = setInterval(() => child.kill('SIGINT'), 200)
  const [code] = await ended
  clearInterval(signals)
  expect(code).toBe(130)
})

test.each(['SIGTERM', 'SIGINT'] as const)(
  'stops on %s, also with a connection that is still sending',
  async (signal) => {
    const { child, ended, lines, errors } = await startMain({})
    await hang(await addressOf(lines))
    child.kill(signal)
    const [code] = await ended
    expect(errors.join('')).toBe('')
    expect(code).toBe(0)
  },
)
