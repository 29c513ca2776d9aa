import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prendsAlbum } from '#tests/support/album.ts'
import type { PersonneDeTest } from '#tests/support/builders.ts'
import { depositInOne } from '#tests/support/deposit.ts'
import { openWorld, type World } from '#tests/support/everyCall/world.ts'
import { locatedMedia, programs, secrets } from '#tests/support/locatedMedia.ts'
import { sha256Of } from '#tests/support/photos.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'
import { readZip } from '#tests/support/zipReader.ts'

const filmForms = ['?type=lecture', '?type=bande']
const forms = [...[200, 400, 800, 1600].map((side) => `?type=custom&width=${side}`), '?type=thumbnail']
/** Names of tags that describe the place, the person or the device. */
const telling = /gps|^location|\.location|serial|maker|^make$|^model$|artist|author|comment|xmp|xyz|iso6709/i
let server: TestServer
let folder: string
let world: World

beforeAll(async () => {
  server = await startTestServer()
  folder = await mkdtemp(join(tmpdir(), 'eclats-lieux-'))
  world = await openWorld(server)
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

type Tag = readonly [string, unknown]

/** Tags and values that two independent programs read: exiftool in all files, ffprobe in the first one. */
async function tagsOf(all: readonly Buffer[]): Promise<Tag[]> {
  const files = all.map((_, n) => join(folder, `fichier-${n}`))
  await Promise.all(files.map((file, n) => writeFile(file, all[n] ?? '')))
  return [...(programs.exiftool ? exifOf(files) : []), ...(programs.ffmpeg ? files.slice(0, 1).flatMap(probed) : [])]
}

function exifOf(files: readonly string[]): Tag[] {
  const said = execFileSync('exiftool', ['-q', '-j', '-a', '-u', '-U', '-ee', ...files], { encoding: 'utf8' })
  return (JSON.parse(said) as Record<string, unknown>[]).flatMap((tags) => Object.entries(tags))
}

function probed(file: string): Tag[] {
  const wanted = ['-show_format', '-show_streams', '-show_frames', '-read_intervals', '%+#1', '-of', 'json']
  const { stdout } = spawnSync('ffprobe', ['-v', 'quiet', ...wanted, file], { encoding: 'utf8' })
  const found: Tag[] = []
  // Older versions do not read HEIC.
  JSON.parse(stdout || '{}', (name, value: unknown) => {
    if (typeof value === 'string') found.push([name, value])
    return value
  })
  return found
}

const isTelling = ([name, value]: Tag) =>
  telling.test(name) || Object.values(secrets).some((secret) => String(value).includes(secret))

interface Served {
  readonly bytes: Buffer
  /** What another member gets: the file in an album first, then in every form. */
  readonly others: readonly Buffer[]
}

const isVideo = (kind: string) => ['MP4', 'MOV'].includes(kind)
const isFilmed = (kind: string) => isVideo(kind) || kind === 'HEIC'
const noFilm = 'ffmpeg with libx264 and libx265 is missing: it makes the film'
const deposited = new Map<string, Promise<Served>>()

/** Deposits a file of this kind, once, and reads it as its author and as others. */
function served(kind: string): Promise<Served> {
  const serving = deposited.get(kind) ?? deposit(kind)
  deposited.set(kind, serving)
  return serving
}

async function deposit(kind: string): Promise<Served> {
  const { PU, PV, OP } = world.people
  const bytes = (await locatedMedia[kind]?.()) ?? Buffer.alloc(0)
  const sent = await depositInOne(server, { token: PU.token, evenementId: world.evenement, bytes })
  expect(sent.statusCode).toBe(201)
  const id = Number(sent.headers['x-media-id'])
  await server.parts.medias.jobs.idle()
  await server.parts.medias.lectures.idle()
  await server.call('PATCH', `/frontend/organisateur/medias/${id}/valider`, { token: OP.token })
  const read = (person: PersonneDeTest, form: string) =>
    server.call('GET', `/medias/${id}/fichier${form}`, { token: person.token })

  expect(sha256Of((await read(PU, '')).rawPayload)).toBe(sha256Of(bytes))
  const original = (await read(PV, '')).rawPayload
  expect((await read(OP, '')).rawPayload.equals(original)).toBe(true)
  const others = [original]
  for (const form of [...forms, ...(isVideo(kind) ? filmForms : [])]) {
    const { rawPayload, statusCode } = await read(PV, form)
    expect([form, statusCode]).toEqual([form, 200])
    others.push(rawPayload)
  }
  const inAlbum = async (person: PersonneDeTest, choix: 'VALIDES' | 'MIENS') => {
    const { answer } = await prendsAlbum(server, person, { evenementId: world.evenement, choix })
    return readZip(answer.rawPayload).find(({ name }) => name.includes(` ${String(id).padStart(3, '0')}.`))?.bytes
  }
  expect(sha256Of((await inAlbum(PU, 'MIENS')) ?? Buffer.alloc(0))).toBe(sha256Of(bytes))
  const taken = await inAlbum(PV, 'VALIDES')
  expect(taken?.length).toBe(bytes.length)
  return { bytes, others: [taken ?? Buffer.alloc(0), ...others] }
}

test.for(Object.keys(locatedMedia))(
  'serves no byte of place, person and device of a %s to others',
  async (kind, { skip }) => {
    skip(isFilmed(kind) && !programs.ffmpeg, noFilm)
    const { others } = await served(kind)
    for (const secret of Object.values(secrets)) expect(others.filter((body) => body.includes(secret))).toEqual([])
  },
)

test.for(Object.keys(locatedMedia))(
  'leaves no tag of place, person and device in a %s for others',
  async (kind, { skip }) => {
    skip(isFilmed(kind) && !programs.ffmpeg, noFilm)
    skip(!isVideo(kind) && !programs.exiftool, 'exiftool is missing: it reads the tags of a photo')
    const { bytes, others } = await served(kind)
    expect((await tagsOf([bytes])).filter(isTelling).length).toBeGreaterThan(3)
    expect((await tagsOf(others)).filter(isTelling)).toEqual([])
  },
)

test("exports no media of others in an archive of the person's own data", async () => {
  const archive = await server.call('GET', '/frontend/participant/data?format=zip', { token: world.people.PV.token })
  expect(readZip(archive.rawPayload).map(({ name }) => name)).toEqual(['donnees.json'])
})
