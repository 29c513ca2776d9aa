import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { startLectureJobs } from '#server/media/lectureJobs.ts'
import { leaseLecture } from '#server/media/mediaLease.ts'
import { type Storage, StorageAway } from '#server/storage/storage.ts'
import { depositInOne } from '#tests/support/deposit.ts'
import { uneFete } from '#tests/support/fete.ts'
import { h264, hevc, unFilm, unVideoSansImage } from '#tests/support/films.ts'
import { programs } from '#tests/support/locatedMedia.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

const film = () =>
  unFilm({ extension: 'mov', options: [...h264, '-c:a', 'aac', '-metadata', 'location=+48.8566+002.3522/'] })
const filmToEncode = () => unFilm({ extension: 'mov', options: [...hevc, '-c:a', 'aac'] })

async function withFilms(...films: readonly Buffer[]) {
  const server = await startTestServer()
  onTestFinished(() => server.stop())
  // Films are made by the jobs of the test alone.
  await server.parts.medias.lectures.stop()
  const fete = await uneFete(server)
  const ids: number[] = []
  for (const bytes of films) {
    const answer = await depositInOne(server, { token: fete.karim.token, evenementId: fete.evenementId, bytes })
    ids.push(Number(answer.headers['x-media-id']))
  }
  await server.parts.medias.jobs.idle()
  return { server, fete, ids }
}

const fail = (error: unknown) => {
  throw error
}

function jobsOf(
  server: TestServer,
  {
    storage = server.parts.medias.storage,
    report = fail,
    hasFfmpeg = () => Promise.resolve(true),
  }: {
    readonly storage?: Storage
    readonly report?: (error: unknown) => void
    readonly hasFfmpeg?: () => Promise<boolean>
  } = {},
) {
  return startLectureJobs({ ...server.parts, storage, hasFfmpeg }, report)
}

async function rowOf(server: TestServer, id: number | undefined) {
  return server.parts.database
    .selectFrom('media')
    .selectAll()
    .where('id', '=', id ?? 0)
    .executeTakeFirstOrThrow()
}

async function lectureOf({ server, fete }: Awaited<ReturnType<typeof withFilms>>, id: number | undefined) {
  const answer = await server.call('GET', `/frontend/participant/medias/${id}`, { token: fete.karim.token })
  return answer.json<{ lecture: string }>().lecture
}

async function framesOf(bytes: Buffer, folder: string): Promise<string> {
  const path = join(folder, 'frames.bin')
  await writeFile(path, bytes)
  return execFileSync('ffmpeg', ['-v', 'error', '-i', path, '-map', '0:v:0', '-f', 'framemd5', '-'], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .map((line) => line.split(',').at(-1)?.trim())
    .join(' ')
}

test.skipIf(!programs.ffmpeg)(
  'serves a film with the same pictures, in ranges and without its place, of an H.264 video',
  async () => {
    const bytes = film()
    const stage = await withFilms(bytes)
    const {
      server,
      fete,
      ids: [id],
    } = stage
    expect(await lectureOf(stage, id)).toBe('EN_PREPARATION')
    await jobsOf(server).idle()
    expect(await lectureOf(stage, id)).toBe('PRETE')
    await server.call('PATCH', `/frontend/organisateur/medias/${id}/valider`, { token: fete.claire.token })
    const path = `/medias/${id}/fichier?type=lecture`
    const whole = await server.call('GET', path, { token: fete.lea.token })
    expect(whole.headers).toMatchObject({ 'content-type': 'video/mp4', 'accept-ranges': 'bytes' })
    expect(await framesOf(whole.rawPayload, server.dataDir)).toBe(await framesOf(bytes, server.dataDir))
    expect(whole.rawPayload.indexOf('moov')).toBeLessThan(whole.rawPayload.indexOf('mdat'))
    expect(whole.rawPayload.includes('+48.8566')).toBe(false)
    const part = await server.call('GET', path, { token: fete.lea.token, headers: { range: 'bytes=100-199' } })
    expect(part.statusCode).toBe(206)
    expect(part.rawPayload).toEqual(whole.rawPayload.subarray(100, 200))
    const strip = await server.call('GET', `/medias/${id}/fichier?type=bande`, { token: fete.lea.token })
    const { width, height } = await sharp(strip.rawPayload).metadata()
    expect({ width, height }).toEqual({ width: 8 * 160, height: 120 })
  },
)

test.skipIf(!programs.ffmpeg)(
  'tries a damaged video twice, then shows its original, and makes the films of the others',
  async () => {
    const damaged = film()
    damaged.fill(0, damaged.indexOf('moov') + 8)
    const stage = await withFilms(damaged, film())
    const {
      server,
      ids: [bad, good],
    } = stage
    const failures: unknown[] = []
    const jobs = jobsOf(server, { report: (error) => void failures.push(error) })
    await jobs.idle()
    expect(await lectureOf(stage, good)).toBe('PRETE')
    expect(await lectureOf(stage, bad)).toBe('EN_PREPARATION')
    server.clock.advance(120_001)
    await jobs.idle()
    expect(failures).toHaveLength(2)
    expect(String((failures[1] as Error).cause)).toContain('no moving picture')
    expect(await lectureOf(stage, bad)).toBe('ORIGINAL')
    expect(await leaseLecture(server.parts)).toBeUndefined()
    expect(await server.parts.medias.storage.size((await rowOf(server, bad)).fichier)).toBe(damaged.length)
  },
)

test('shows originals while ffmpeg is missing, and makes films and previews once it is there', async () => {
  const stage = await withFilms(unVideoSansImage())
  const {
    server,
    ids: [id],
  } = stage
  await jobsOf(server, { hasFfmpeg: () => Promise.resolve(false) }).idle()
  expect(await lectureOf(stage, id)).toBe('ORIGINAL')
  expect((await rowOf(server, id)).lectureEtat).toBe('SANS_FFMPEG')
  // As the previews of such a video end.
  const { database } = server.parts
  await database
    .updateTable('media')
    .set({ variantesEtat: 'IMPOSSIBLES' })
    .where('id', '=', id ?? 0)
    .execute()
  const tried: unknown[] = []
  await jobsOf(server, { report: (error) => void tried.push(error) }).idle()
  expect(await rowOf(server, id)).toMatchObject({ lectureEtat: 'A_FAIRE', variantesEtat: 'A_FAIRE' })
  expect(tried).toHaveLength(1)
})

test('looks for work again after its first look has failed', async () => {
  const stage = await withFilms(unVideoSansImage())
  const [id] = stage.ids
  await jobsOf(stage.server, { hasFfmpeg: () => Promise.resolve(false) }).idle()
  const failures: unknown[] = []
  let looks = 0
  const hasFfmpeg = () => ((looks += 1) === 1 ? Promise.reject(new Error('too many processes')) : Promise.resolve(true))
  const jobs = jobsOf(stage.server, { hasFfmpeg, report: (error) => void failures.push(error) })
  await jobs.idle()
  expect(failures).toHaveLength(1)
  expect((await rowOf(stage.server, id)).lectureEtat).toBe('SANS_FFMPEG')
  await jobs.idle()
  expect((await rowOf(stage.server, id)).lectureEtat).toBe('A_FAIRE')
})

test('costs no try and ends the round when the storage is away', async () => {
  const { server, ids } = await withFilms(unVideoSansImage(), unVideoSansImage('autre'))
  const { storage } = server.parts.medias
  const away: Storage = { ...storage, withLocalFile: () => Promise.reject(new StorageAway('no answer')) }
  const failures: unknown[] = []
  await jobsOf(server, { storage: away, report: (error) => void failures.push(error) }).idle()
  expect(failures).toHaveLength(1)
  for (const id of ids) {
    expect(await rowOf(server, id)).toMatchObject({ lectureEtat: 'A_FAIRE', lectureBail: null, lectureEssais: 0 })
  }
})

test.skipIf(!programs.ffmpeg)('returns a video untouched when the server stops while its film is made', async () => {
  const stage = await withFilms(filmToEncode())
  const {
    server,
    ids: [id],
  } = stage
  const { storage } = server.parts.medias
  const begun = Promise.withResolvers<void>()
  const slow: Storage = {
    ...storage,
    storeVariants: (name, variants, write) =>
      storage.storeVariants(name, variants, (paths) => {
        const made = write(paths)
        begun.resolve()
        return made
      }),
  }
  const jobs = jobsOf(server, { storage: slow })
  jobs.wake()
  await begun.promise
  await jobs.stop()
  expect(await rowOf(server, id)).toMatchObject({ lectureEtat: 'A_FAIRE', lectureBail: null, lectureEssais: 0 })
  await jobsOf(server).idle()
  expect(await lectureOf(stage, id)).toBe('PRETE')
})

test.skipIf(!programs.ffmpeg)('leaves no file of a video that is erased while its film is made', async () => {
  const stage = await withFilms(film())
  const {
    server,
    ids: [id],
  } = stage
  const { storage } = server.parts.medias
  const { fichier } = await rowOf(server, id)
  const erasing: Storage = {
    ...storage,
    async storeVariants(name, variants, write) {
      const made = await storage.storeVariants(name, variants, write)
      await server.parts.database.updateTable('media').set({ statut: 'SUPPRIME' }).execute()
      return made
    },
  }
  await jobsOf(server, { storage: erasing }).idle()
  expect(await storage.size(fichier)).toBeNull()
  expect(await storage.variantSize(fichier, 'lecture.mp4')).toBeNull()
})

test.skipIf(!programs.ffmpeg)('costs no try and ends the round when the disk is full', async () => {
  const stage = await withFilms(film(), film())
  const { storage } = stage.server.parts.medias
  const full: Storage = {
    ...storage,
    storeVariants: (_name, _variants, write) => write(['/dev/full', '/dev/full']),
  }
  const failures: unknown[] = []
  await jobsOf(stage.server, { storage: full, report: (error) => void failures.push(error) }).idle()
  expect((failures[0] as Error).cause).toMatchObject({ code: 'ENOSPC' })
  expect(failures).toHaveLength(1)
  for (const id of stage.ids)
    expect(await rowOf(stage.server, id)).toMatchObject({ lectureEtat: 'A_FAIRE', lectureEssais: 0 })
})
