import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { EvenementOrganisateur } from '#domain/evenement/evenement.ts'
import type { Media } from '#domain/media/media.ts'
import { isFilled, markBegun, markFilled } from '#server/demo/demoFolder.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'eclats-demo-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

/** Places of a real service, which do not answer here. */
const ofService = {
  DATABASE_LISTEN_URL: 'postgres://127.0.0.1:9/eclats',
  S3_BUCKET: 'eclats',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
  S3_ENDPOINT: 'http://127.0.0.1:9',
  S3_PREFIX: 'eclats/',
}

async function startDemo(folder = dataDir, options: string[] = [], ports = {}) {
  const env = { ...process.env, ...ofService, PORT: '0', ...ports, DATA_DIR: folder }
  const child = spawn('node', ['server/demo/demo.ts', ...options], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const errors: string[] = []
  child.stderr.on('data', (chunk: Buffer) => errors.push(String(chunk)))
  const said: string[] = []
  const ended = once(child, 'exit')
  // Also when the start hangs or SIGTERM does not end it.
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const ready = new Promise<string>((resolve) => {
    createInterface(child.stdout).on('line', (line) => {
      said.push(line)
      if (line.startsWith('Données')) resolve(/http:\S+/.exec(said.join('\n'))?.[0] ?? '')
    })
  })
  const address = await Promise.race([ready, ended.then(() => '')])
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return { address, said: said.join('\n'), errors, stop, code: () => child.exitCode }
}

async function get<T>(address: string, email: string, path: string): Promise<T> {
  const body = JSON.stringify({ email, password: 'Souvenirs2026!' })
  const headers = { 'content-type': 'application/json' }
  const login = await fetch(`${address}/api/auth/login`, { method: 'POST', headers, body })
  const { token } = (await login.json()) as { token: string }
  const answer = await fetch(`${address}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
  return (await answer.json()) as T
}

const claire = 'claire@demo.eclats.test'
const events = (address: string) => get<EvenementOrganisateur[]>(address, claire, '/frontend/organisateur/evenements')

/** Drawing the photos takes half a minute of two processors. */
const timeLimit = { timeout: 600_000 }

test('creates the announced demonstration data and keeps them', timeLimit, async () => {
  const demo = await startDemo()
  expect(demo.errors).toEqual([])
  expect(demo.said).toContain('karim@demo.eclats.test')
  expect(demo.said).toContain('Souvenirs2026!')
  expect(demo.said).toContain(`${demo.address}/demo/courriels`)
  const mails = await fetch(`${demo.address}/demo/courriels`)
  expect(await mails.text()).toContain('Invitation')

  const evenements = await events(demo.address)
  expect(evenements.map((evenement) => evenement.statut).toSorted()).toEqual([
    'ANNULE',
    'EN_COURS',
    'PLANIFIE',
    'PLANIFIE',
    'TERMINE',
    'TERMINE',
  ])
  const medias = evenements.map((evenement) => evenement.comptes.medias)
  const sum = (statut: keyof (typeof medias)[number]) => medias.reduce((total, counted) => total + counted[statut], 0)
  for (const statut of ['VALIDE', 'EN_ATTENTE', 'REJETE', 'SUPPRIME'] as const) expect(sum(statut)).toBeGreaterThan(0)
  expect(sum('VALIDE') + sum('EN_ATTENTE') + sum('REJETE') + sum('SUPPRIME')).toBeGreaterThanOrEqual(60)
  const running = evenements.find((evenement) => evenement.statut === 'EN_COURS')
  for (const email of ['karim@demo.eclats.test', 'lea@demo.eclats.test']) {
    const path = `/frontend/participant/evenements/${running?.id}`
    const seen = await get<{ inscriptions: unknown[] }>(demo.address, email, path)
    expect(seen.inscriptions).toMatchObject([{ statutInscription: 'VALIDE' }])
    const album = await get<Media[]>(demo.address, email, `${path}/medias`)
    expect(album.length).toBeGreaterThan(20)
    expect(album.every((media) => Date.parse(media.datePrise) < Date.now())).toBe(true)
  }
  const invitations = await get<unknown[]>(demo.address, 'karim@demo.eclats.test', '/frontend/participant/invitations')
  expect(invitations).toMatchObject([{ statut: 'EN_ATTENTE' }])
  await demo.stop()
  expect(demo.code()).toBe(0)

  const again = await startDemo()
  expect(again.said).not.toContain('prépare')
  expect((await events(again.address)).map((evenement) => evenement.id)).toEqual(
    evenements.map((evenement) => evenement.id),
  )
})

test('does not change data that were not created by a demonstration', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'eclats-real-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'eclats.sqlite'), 'precious')
  const refused = await startDemo(folder, ['--reset'])
  expect(refused.code()).toBe(1)
  expect(refused.errors.join('')).toContain('contient déjà des données')
})

test.each(['PORT', 'METRICS_PORT'])('refuses a %s in use before it prepares anything', async (name) => {
  const folder = await mkdtemp(join(tmpdir(), 'eclats-port-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await markBegun(folder)
  await markFilled(folder)
  const other = createServer()
  await once(other.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void other.close())
  const port = String((other.address() as AddressInfo).port)
  const refused = await startDemo(folder, ['--reset'], { [name]: port })
  expect(refused.code()).toBe(1)
  expect(refused.errors.join('')).toMatch(new RegExp(`^${name} \\(${port}\\) est déjà utilisé .*\n$`))
  expect(refused.said).toBe('')
  expect(isFilled(folder)).toBe(true)
})

test('refuses a word that it does not know', async () => {
  const refused = await startDemo(dataDir, ['--rest'])
  expect(refused.code()).toBe(1)
  expect(refused.errors.join('')).toBe('Usage : npm run demo [-- --reset]\n')
})
