// `npm run image`: plays the steps of the Dockerfile in a folder, because a container engine is not everywhere, and
// tries what they make: as another user, with its code read-only and its data elsewhere. It proves the steps and the
// files, not the base image: programs that the Dockerfile installs from Debian must be there, and apt-get is not run.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

interface Stage {
  readonly name: string
  readonly folder: string
  workdir: string
}

/** Any user without rights; containers have no name for it either. */
const otherUser = 12_345
const root = mkdtempSync(join(tmpdir(), 'eclats-image-'))
const stages: Stage[] = []
const environment: Record<string, string> = {}
let entry: string[] = []
let command: string[] = []
let health: string[] = []
process.exitCode = 1
try {
  for (const [word, rest] of instructions(readFileSync('Dockerfile', 'utf8'))) runInstruction(word, rest)
  await smokeTest()
  process.exitCode = 0
} finally {
  spawnSync('chmod', ['-R', 'u+w', root])
  rmSync(root, { recursive: true, force: true })
}

/** Instructions without comments, with continued lines joined. */
function instructions(text: string): (readonly [word: string, rest: string])[] {
  const lines = text.replaceAll(/\\\n\s*/g, '').split('\n')
  return lines
    .filter((line) => /^[A-Z]/.test(line))
    .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)] as const)
}

function runInstruction(word: string, rest: string): void {
  const stage = stages.at(-1)
  if (word === 'FROM') {
    const name = /AS (\w+)/.exec(rest)?.[1] ?? ''
    const folder = join(root, name || 'image')
    mkdirSync(folder)
    stages.push({ name, folder, workdir: '/' })
    return
  }
  if (!stage) throw new Error(`${word} before FROM`)
  console.log(`${word} ${rest}`)
  if (word === 'WORKDIR') {
    stage.workdir = rest
    mkdirSync(join(stage.folder, rest), { recursive: true })
  } else if (word === 'COPY') copy(stage, rest)
  else if (word === 'RUN') run(stage, rest)
  else if (word === 'ENV')
    for (const [, name = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g)) environment[name] = value
  else if (word === 'ENTRYPOINT') entry = JSON.parse(rest) as string[]
  else if (word === 'CMD') command = JSON.parse(rest) as string[]
  else if (word === 'HEALTHCHECK') health = JSON.parse(rest.slice(rest.indexOf('['))) as string[]
  else if (!['USER', 'VOLUME', 'EXPOSE'].includes(word)) throw new Error(`unknown instruction ${word}`)
}

function copy(stage: Stage, rest: string): void {
  const from = /^--from=(\w+) /.exec(rest)?.[1]
  const words = rest.split(' ').filter((word) => !word.startsWith('--'))
  const to = join(stage.folder, resolve(stage.workdir, words.pop() ?? ''))
  for (const source of words) {
    if (from !== undefined) {
      const origin = stages.find(({ name }) => name === from)
      cpSync(join(origin?.folder ?? '', source), source.includes('.') ? join(to, source.split('/').at(-1) ?? '') : to, {
        recursive: true,
      })
    } else if (source === '.') for (const file of context()) cpSync(file, join(to, file), { recursive: true })
    else cpSync(source, join(to, source))
  }
}

/** Files under version control, without those of .dockerignore. */
function context(): string[] {
  const ignored = new Set(readFileSync('.dockerignore', 'utf8').split('\n').filter(Boolean))
  const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n').filter(Boolean)
  return files.filter((file) => !ignored.has(file.split('/')[0] ?? ''))
}

function run(stage: Stage, script: string): void {
  const isOfSystem = script.startsWith('apt-get') || script.startsWith('mkdir /')
  if (isOfSystem) {
    console.log('  (a step of the base system: not played)')
    return
  }
  const { status } = spawnSync('sh', ['-c', script], { cwd: join(stage.folder, stage.workdir), stdio: 'inherit' })
  if (status !== 0) throw new Error(`RUN ended with ${status}`)
}

/** Starts the image as another user, asks its health, a page and the contract, and stops it. */
async function smokeTest(): Promise<void> {
  const image = stages.at(-1)
  if (!image) throw new Error('no stage')
  const code = join(image.folder, image.workdir)
  execFileSync('chmod', ['-R', 'a-w,a+rX', code])
  execFileSync('chmod', ['a+x', root, image.folder])
  const data = join(root, 'data')
  mkdirSync(data)
  const isRoot = process.getuid?.() === 0
  if (isRoot) chownSync(data, otherUser, otherUser)
  const port = await freePort()
  // The image's own Node is in the PATH of this process too.
  const env = { PATH: process.env['PATH'], ...environment, DATA_DIR: data, HOST: '127.0.0.1', PORT: String(port) }
  const options = { cwd: code, env, ...(isRoot && { uid: otherUser, gid: otherUser }) }
  console.log(`${[...entry, ...command].join(' ')} (without ${entry[0] ?? 'an init process'})`)
  const [program = '', ...args] = command
  const server = spawn(program, args, { ...options, stdio: ['ignore', 'inherit', 'inherit'] })
  const ended = once(server, 'exit') as Promise<[number | null]>
  const isWell = () => spawnSync(health[0] ?? '', health.slice(1), options).status === 0
  for (let tries = 0; !isWell(); tries += 1) {
    if (tries > 60 || server.exitCode !== null) throw new Error('the image does not become healthy')
    await new Promise((resume) => setTimeout(resume, 500))
  }
  const page = await fetch(`http://127.0.0.1:${port}/login`)
  const contract = await fetch(`http://127.0.0.1:${port}/api/openapi.json`)
  if (!page.ok || !(await page.text()).includes('<!doctype html>') || !contract.ok) throw new Error('a page is missing')
  server.kill('SIGTERM')
  const [status] = await ended
  if (status !== 0) throw new Error(`the server ended with ${status}`)
  const size = execFileSync('du', ['-sm', code], { encoding: 'utf8' }).split('\t')[0]
  console.log(`The image starts, answers and stops: ${size} MB of code and packages beside the base image.`)
}

async function freePort(): Promise<number> {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}
