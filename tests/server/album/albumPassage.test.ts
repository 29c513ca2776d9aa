import { randomBytes } from 'node:crypto'
import { get, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { readdir, readlink } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { LienAlbum } from '#domain/album/album.ts'
import { findUsableLien, openAlbum } from '#server/album/albumPassage.ts'
import { demandeAlbum, offresDe, ouvreAlbum, unMediaCreux, unMediaEntier } from '#tests/support/album.ts'
import { type PersonneDeTest, uneInscription, unUtilisateur } from '#tests/support/builders.ts'
import { depositInOne } from '#tests/support/deposit.ts'
import { isWhole } from '#tests/support/extent.ts'
import { uneFete } from '#tests/support/fete.ts'
import { unePhotoLocalisee, unePhotoLourde } from '#tests/support/photos.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
let claire: PersonneDeTest
let karim: PersonneDeTest
let lea: PersonneDeTest
let evenementId: number
let ids: number[]
beforeAll(async () => {
  server = await startTestServer({ listen: true })
})
afterAll(() => server.stop())
beforeEach(async () => {
  ;({ claire, karim, lea, evenementId } = await uneFete(server, { deposants: ['lea'] }))
  ids = []
  for (const bytes of [await unePhotoLocalisee(), await unePhotoLourde(), await unePhotoLocalisee()]) {
    const answer = await depositInOne(server, { token: lea.token, evenementId, bytes })
    ids.push(Number(answer.headers['x-media-id']))
    await moderate(Number(answer.headers['x-media-id']), 'valider')
  }
})

const moderate = (id: number, verb: 'valider' | 'rejeter') =>
  server.call('PATCH', `/frontend/organisateur/medias/${id}/${verb}`, {
    token: claire.token,
    body: verb === 'rejeter' ? { raison: 'Photo floue' } : {},
  })

async function address(person = karim): Promise<LienAlbum> {
  return (await demandeAlbum(server, person, { evenementId, choix: 'VALIDES' })).lien
}

/** Starts to read over a real connection; TCP backpressure applies until the rest is read. */
function begin({ adresse }: LienAlbum, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(`${server.address}${adresse}`, { headers, agent: false }, resolve).on('error', reject)
  })
}

async function nouveautes(): Promise<number | undefined> {
  return (await offresDe(server, karim, evenementId)).get('VALIDES')?.nouveautes?.nombre
}

test('serves any range of an album as the same bytes under one ETag', async () => {
  const lien = await address()
  const whole = await ouvreAlbum(server, lien)
  const size = whole.rawPayload.length
  const tag = String(whole.headers['etag'])
  expect(tag).toMatch(/^"[\w-]{22}"$/)
  expect([whole.headers['accept-ranges'], size]).toEqual(['bytes', lien.octets])
  const parts = [
    [0, 0],
    [29, 31],
    [100, size - 1],
    [size - 30, size - 1],
    [5000, 2_000_000],
  ] as const
  for (const [start, end] of parts) {
    const part = await ouvreAlbum(server, lien, { range: `bytes=${start}-${end}` })
    expect(part.headers).toMatchObject({ etag: tag, 'content-range': `bytes ${start}-${end}/${size}` })
    expect(part.statusCode).toBe(206)
    expect(part.rawPayload.equals(whole.rawPayload.subarray(start, end + 1))).toBe(true)
  }
  const beyond = await ouvreAlbum(server, lien, { range: `bytes=${size}-` })
  expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, `bytes */${size}`])
  const other = await ouvreAlbum(server, lien, { range: 'bytes=5-', 'if-range': '"autre"' })
  expect([other.statusCode, other.rawPayload.length]).toEqual([200, size])
  const known = await ouvreAlbum(server, lien, { 'if-none-match': tag })
  expect([known.statusCode, known.rawPayload.length]).toEqual([304, 0])
  // RFC 9110, 14.2: ranges are for GET only.
  for (const range of ['', 'bytes=5-', `bytes=${size}-`]) {
    const head = await server.app.inject({ method: 'HEAD', url: lien.adresse, headers: { range } })
    expect([head.statusCode, head.headers['content-range']]).toEqual([200, undefined])
    expect([head.headers['content-length'], head.rawPayload.length]).toEqual([String(size), 0])
  }
})

test('completes an interrupted download with the same bytes, and only then marks it as complete', async () => {
  const lien = await address()
  const answer = await begin(lien)
  const begun: Buffer[] = []
  let got = 0
  for await (const piece of answer) {
    begun.push(piece as Buffer)
    got += (piece as Buffer).length
    if (got > 100_000) break
  }
  expect(answer.headers['content-length']).toBe(String(lien.octets))
  expect(await nouveautes()).toBeUndefined()
  // Another address of the same choice has the same bytes.
  const whole = await ouvreAlbum(server, await address(lea))
  const rest = await begin(lien, { range: `bytes=${got}-`, 'if-range': String(answer.headers.etag) })
  expect(rest.statusCode).toBe(206)
  expect(Buffer.concat([...begun, await buffer(rest)]).equals(whole.rawPayload)).toBe(true)
  await expect.poll(nouveautes).toBe(0)
})

const cancelKarim = () =>
  server.parts.database
    .updateTable('inscription')
    .set({ statutInscription: 'ANNULE' })
    .where('utilisateurId', '=', karim.id)
    .execute()

test('sends the exact bytes to a reader that pauses', async () => {
  await unMediaEntier(server, { evenementId, auteurId: lea.id, bytes: randomBytes(24 * 1024 ** 2) })
  const lien = await address()
  const whole = (await ouvreAlbum(server, lien)).rawPayload
  const sockets: Socket[] = []
  server.app.server.once('connection', (socket) => sockets.push(socket))
  const answer = await begin(lien)
  // The buffers of the system are full: data waits in our process.
  await expect.poll(() => sockets[0]?.writableNeedDrain).toBe(true)
  expect((await buffer(answer)).equals(whole)).toBe(true)
})

test('does not count a download when only the last range was requested twice', async () => {
  const lien = await address()
  for (let n = 0; n < 2; n += 1) await ouvreAlbum(server, lien, { range: 'bytes=-4000' })
  await ouvreAlbum(server, lien, { range: 'bytes=0-3999' })
  await server.app.inject({ method: 'HEAD', url: lien.adresse })
  expect(await nouveautes()).toBeUndefined()
  await ouvreAlbum(server, lien, { range: 'bytes=4000-' })
  await expect.poll(nouveautes).toBe(0)
})

test('refuses an address that expired, was logged out of, or whose person lost access to the album', async () => {
  const { database } = server.parts
  const ends: readonly [string, () => Promise<unknown>][] = [
    ['logged out', () => server.call('POST', '/auth/logout', { token: karim.token })],
    ['cancelled', () => setStatut('ANNULE')],
    ['waiting', () => setStatut('EN_ATTENTE')],
    ['unregistered', () => database.deleteFrom('inscription').where('utilisateurId', '=', karim.id).execute()],
    [
      'deactivated',
      () => database.updateTable('utilisateur').set({ statutActif: 0 }).where('id', '=', karim.id).execute(),
    ],
    ['over', () => Promise.resolve(server.clock.advance(6 * 3_600_000))],
    ['event deleted', () => database.deleteFrom('evenement').where('id', '=', evenementId).execute()],
  ]
  const setStatut = (statutInscription: 'ANNULE' | 'EN_ATTENTE') =>
    database.updateTable('inscription').set({ statutInscription }).where('utilisateurId', '=', karim.id).execute()
  for (const [end, happens] of ends) {
    karim = await unUtilisateur(server)
    if (end !== 'event deleted' || evenementId > 0)
      await uneInscription(server, { evenementId, utilisateurId: karim.id })
    const lien = await address()
    expect((await ouvreAlbum(server, lien, { range: 'bytes=0-9' })).statusCode).toBe(206)
    await happens()
    const answer = await ouvreAlbum(server, lien)
    expect({ end, status: answer.statusCode, ...answer.json<object>() }).toMatchObject({
      end,
      status: 404,
      code: 'album.introuvable',
    })
  }
})

test('aborts with a message when a media was removed during the download, never with other bytes', async () => {
  const lien = await address()
  await moderate(ids[2] ?? 0, 'rejeter')
  const answer = await ouvreAlbum(server, lien, { range: 'bytes=100-' })
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([410, 'album.change'])
  expect(answer.headers['content-range']).toBeUndefined()
  await moderate(ids[2] ?? 0, 'valider')
  expect((await ouvreAlbum(server, lien)).rawPayload.length).toBe(lien.octets)
})

test.each([
  ['the person loses access', cancelKarim],
  ['its session ends', () => server.call('POST', '/auth/logout', { token: karim.token })],
])('aborts when %s during the download', async (_what, happens) => {
  // The last one is opened when most of the first one has been read.
  for (let n = 0; n < 2; n += 1)
    await unMediaEntier(server, { evenementId, auteurId: lea.id, bytes: randomBytes(24 * 1024 ** 2) })
  const reading = (await begin(await address())).iterator({ destroyOnReturn: false })
  await reading.next()
  await happens()
  server.clock.advance(1000)
  const readRest = async () => {
    while ((await reading.next()).done !== true);
  }
  await expect(readRest()).rejects.toThrow('aborted')
})

test('omits a media that is rejected during the download', async () => {
  const { adresse } = await address()
  const deps = { ...server.parts, ...server.parts.medias }
  const { zip } = await openAlbum(deps, await findUsableLien(deps, adresse.split('/').at(-1) ?? ''))
  const flow = zip.read()
  await flow.next()
  await moderate(ids[2] ?? 0, 'rejeter')
  const drain = async () => {
    for await (const piece of flow) expect(piece.length).toBeGreaterThan(0)
  }
  await expect(drain()).rejects.toMatchObject({ code: 'album.change' })
})

test('keeps a favourite that was unmarked during the download', async () => {
  const favori = (verb: string) =>
    server.call('POST', `/frontend/organisateur/medias/${ids[0]}/${verb}`, { token: claire.token })
  await favori('favori')
  const { lien } = await demandeAlbum(server, claire, { evenementId, choix: 'FAVORIS' })
  await favori('unfavori')
  expect((await ouvreAlbum(server, lien)).rawPayload.length).toBe(lien.octets)
})

const filesOpen = () => mediaFilesOpen(server.dataDir)

/** Reads half an album of 100 MiB, which is more than the socket buffers hold. @returns `open`, or why it ended */
async function endOf(answer: IncomingMessage): Promise<string> {
  let read = 0
  try {
    for await (const piece of answer) {
      read += (piece as Buffer).length
      if (read > 50 * 1024 ** 2) return 'open'
    }
    return 'complete'
  } catch (error) {
    return (error as Error).message
  }
}

test('allows four downloads per person; ends a stalled one, and stops reading after a disconnect', async () => {
  // More than the socket buffers hold for a reader that does not read.
  for (let n = 0; n < 2; n += 1) await unMediaCreux(server, { evenementId, auteurId: lea.id, octets: 50 * 1024 ** 2 })
  const lien = await address()
  const flowing = [await begin(lien), await begin(lien), await begin(lien), await begin(lien)]
  expect(flowing.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  await expect.poll(filesOpen).toBe(4)
  const fifth = await begin(lien)
  expect([fifth.statusCode, fifth.headers['retry-after']]).toEqual([429, '10'])
  expect(JSON.parse((await buffer(fifth)).toString())).toMatchObject({ code: 'album.occupe' })
  expect((await begin(await address(lea))).destroy().statusCode).toBe(200)
  // The socket buffers take some MB before an answer stalls.
  let sixth = fifth
  const beginAgain = async () => {
    server.clock.advance(20_000)
    sixth = await begin(lien)
    return sixth.statusCode
  }
  await expect.poll(beginAgain).toBe(200)
  // On a busy machine, any of the four may stall first.
  expect((await Promise.all(flowing.map(endOf))).toSorted()).toEqual(['aborted', 'open', 'open', 'open'])
  for (const answer of [...flowing, sixth]) answer.destroy()
  await expect.poll(filesOpen).toBe(0)
  expect(await nouveautes()).toBeUndefined()
})

test('refuses a fifth download before it reads the media of the album', async () => {
  const changed = await address()
  await moderate(ids[0] ?? 0, 'rejeter')
  await unMediaCreux(server, { evenementId, auteurId: lea.id, octets: 50 * 1024 ** 2 })
  expect((await begin(changed)).statusCode).toBe(410)
  const lien = await address()
  const flowing = [await begin(lien), await begin(lien), await begin(lien), await begin(lien)]
  onTestFinished(() => flowing.forEach((answer) => answer.destroy()))
  expect((await begin(changed)).statusCode).toBe(429)
})

test.each([
  ['an unchanged album', async (lien: LienAlbum) => statusOf(lien, { 'if-none-match': await tagOf(lien) }), 304],
  ['a HEAD', async ({ adresse }: LienAlbum) => (await fetch(server.address + adresse, { method: 'HEAD' })).status, 200],
  ['a range beyond the end', async (lien: LienAlbum) => statusOf(lien, { range: 'bytes=99999999-' }), 416],
  ['an album that has changed', async (lien: LienAlbum) => statusOf(lien), 410],
] as const)('gives the place of a download back after %s', async (_what, ask, expected) => {
  const lien = await address()
  if (expected === 410) await moderate(ids[0] ?? 0, 'rejeter')
  for (let n = 0; n < 4; n += 1) expect(await ask(lien)).toBe(expected)
  const free = await address()
  await expect.poll(() => statusOf(free)).toBe(200)
})

async function statusOf(lien: LienAlbum, headers: Record<string, string> = {}): Promise<number | undefined> {
  const answer = await begin(lien, headers)
  await buffer(answer)
  return answer.statusCode
}

async function tagOf(lien: LienAlbum): Promise<string> {
  const answer = await begin(lien)
  await buffer(answer)
  return String(answer.headers.etag)
}

const megabytes = isWhole ? 5200 : 400
test(`streams ${megabytes} MiB with constant memory and the announced length`, async () => {
  for (let left = megabytes; left > 0; left -= 100) {
    await unMediaCreux(server, { evenementId, auteurId: lea.id, octets: 100 * 1024 ** 2 })
  }
  const lien = await address()
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  let most = 0
  let bytes = 0
  for await (const piece of await begin(lien)) {
    bytes += (piece as Buffer).length
    most = Math.max(most, process.memoryUsage.rss() - before)
  }
  expect(bytes).toBe(lien.octets)
  console.log(`${megabytes} MiB of album: ${Math.round(most / 1024 ** 2)} MiB more memory, reader included`)
  expect(most).toBeLessThan(128 * 1024 ** 2)
})

/** Number of media files below a data folder that this process holds open. */
async function mediaFilesOpen(dataDir: string): Promise<number> {
  const open = await readdir('/proc/self/fd')
  const paths = await Promise.all(open.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')))
  return paths.filter((path) => path.startsWith(dataDir) && /\/(medias|recus)\//.test(path)).length
}
