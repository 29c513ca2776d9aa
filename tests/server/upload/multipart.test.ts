import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { ReadableStream } from 'node:stream/web'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PersonneDeTest } from '#tests/support/builders.ts'
import { uneFete } from '#tests/support/fete.ts'
import { sha256Of, unePhoto, unePhotoLourde } from '#tests/support/photos.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'
import { storedBytes, unfinishedFiles } from '#tests/support/storedFiles.ts'

let server: TestServer
let karim: PersonneDeTest
let evenementId: number
beforeAll(async () => {
  server = await startTestServer({ listen: true })
  ;({ karim, evenementId } = await uneFete(server))
})
afterAll(() => server.stop())

function post(form: FormData, headers: Record<string, string> = {}) {
  return fetch(`${server.address}/api/frontend/participant/evenements/${evenementId}/medias/upload`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${karim.token}`, ...headers },
  })
}

function formWith(bytes: Uint8Array, name = 'IMG_1.jpg', field = 'file'): FormData {
  const form = new FormData()
  form.set(field, new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' }))
  return form
}

test('answers the specified multipart call with the stored media', async () => {
  const bytes = await unePhoto()
  const answer = await post(formWith(bytes))
  expect(answer.status).toBe(201)
  const media = (await answer.json()) as { id: number; statut: string; taille: number }
  expect(media).toMatchObject({ statut: 'EN_ATTENTE', taille: bytes.length, nomFichier: 'IMG_1.jpg' })
  const row = await server.parts.database
    .selectFrom('media')
    .select('sha256')
    .where('id', '=', media.id)
    .executeTakeFirstOrThrow()
  expect(row.sha256).toBe(sha256Of(bytes))
})

test('stores one complete media for three concurrent calls with the same Idempotency-Key', async () => {
  const bytes = await unePhotoLourde()
  const key = { 'idempotency-key': 'key-0003-0004' }
  const answers = await Promise.all([
    post(formWith(bytes), key),
    post(formWith(bytes), key),
    post(formWith(bytes), key),
  ])
  expect(answers.filter(({ ok }) => ok).length).toBeGreaterThan(0)
  expect(answers.filter(({ ok, status }) => !ok && status !== 400)).toEqual([])
  const { database, medias } = server.parts
  const rows = await database.selectFrom('media').selectAll().where('sha256', '=', sha256Of(bytes)).execute()
  expect(rows).toHaveLength(1)
  const stored = await storedBytes(medias.storage, rows[0]?.fichier ?? '')
  expect(stored.equals(bytes)).toBe(true)
  expect(await unfinishedFiles(medias.storage)).toEqual([])
})

describe('the 5 GB of a day', () => {
  const gigabyte = 1024 ** 3
  /** Five rows, because a length has 32 bits in PostgreSQL. */
  const ids = [0, 1, 2, 3, 4].map((n) => `du-jour-${n}`)
  const unlike = async () => Buffer.concat([await unePhotoLourde(), randomBytes(8)])
  const path = () => `/api/frontend/participant/evenements/${evenementId}/medias/upload`
  const left = (octets: number) =>
    server.parts.database
      .updateTable('upload')
      .set({ taille: gigabyte - octets })
      .where('id', '=', 'du-jour-0')
      .execute()
  const stored = async () => {
    const { database } = server.parts
    const medias = await database.selectFrom('media').select('id').execute()
    const begun = await database.selectFrom('upload').select('id').where('etat', 'in', ['OUVERT', 'COMMIT']).execute()
    return {
      medias: medias.length,
      begun: begun.length,
      files: (await unfinishedFiles(server.parts.medias.storage)).length,
    }
  }

  beforeEach(async () => {
    ;({ karim, evenementId } = await uneFete(server))
    const now = server.clock.now().toISOString()
    const row = { utilisateurId: karim.id, evenementId, taille: gigabyte }
    const file = { decalage: 0, etat: 'FAIT' as const, fichierTemporaire: 'x', nom: 'x', mime: 'image/jpeg' }
    await server.parts.database
      .insertInto('upload')
      .values(ids.map((id) => ({ id, clientUploadId: id, ...row, ...file, creeLe: now, toucheLe: now })))
      .execute()
  })

  afterEach(() => server.parts.database.deleteFrom('upload').where('id', 'in', ids).execute())

  test('refuses a deposit that announces more than is left, before a row or file exists', async () => {
    await left(1000)
    const before = await stored()
    const uploads = server.parts.database.selectFrom('upload').select('id')
    const rows = (await uploads.execute()).length
    const answer = await post(formWith(await unlike()))
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '86400'])
    expect(await answer.json()).toEqual({
      code: 'upload.limite_jour',
      message: "Vous avez atteint la limite de 5 Go envoyés par jour. L'envoi reprendra de lui-même.",
    })
    expect(await stored()).toEqual(before)
    expect((await uploads.execute()).length).toBe(rows)
  })

  test('stops a deposit of unknown length where the rest of the day ends, and keeps nothing of it', async () => {
    const bytes = await unlike()
    const before = await stored()
    await left(bytes.length - 1)
    const refused = await chunked(bytes)
    expect([refused.status, await refused.json()]).toMatchObject([429, { code: 'upload.limite_jour' }])
    expect(await stored()).toEqual(before)
    // The refused bytes do not count.
    await left(bytes.length)
    expect((await chunked(bytes)).status).toBe(201)
    expect(await stored()).toEqual({ ...before, medias: before.medias + 1 })
  })

  test('counts concurrent deposits of unknown length', async () => {
    const photos = await Promise.all([unlike(), unlike(), unlike(), unlike()])
    const size = photos[0]?.length ?? 0
    await left(2 * size)
    const answers = await Promise.all(photos.map(chunked))
    const taken = answers.filter(({ ok }) => ok).length
    expect(taken).toBeGreaterThan(0)
    expect(taken).toBeLessThanOrEqual(2)
    expect(answers.filter(({ ok, status }) => !ok && status !== 429)).toEqual([])
  })

  function chunked(bytes: Buffer): Promise<Response> {
    const boundary = 'frontiere'
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`
    const body = ReadableStream.from([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
    return fetch(`${server.address}${path()}`, {
      method: 'POST',
      body,
      duplex: 'half',
      headers: { authorization: `Bearer ${karim.token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
    } as RequestInit)
  }
})

test('stores one media for two calls with the same Idempotency-Key', async () => {
  const bytes = await unePhoto()
  const key = { 'idempotency-key': 'key-0001-0002' }
  const first = (await (await post(formWith(bytes), key)).json()) as { id: number }
  const again = await post(formWith(bytes), key)
  expect(again.headers.get('x-duplicate')).toBe('1')
  expect(((await again.json()) as { id: number }).id).toBe(first.id)
})

test.for([
  { title: 'no file', form: () => new FormData(), status: 400, code: 'upload.fichier_requis' },
  {
    title: 'a file in another field',
    form: async () => formWith(await unePhoto(), 'a.jpg', 'photo'),
    status: 400,
    code: 'upload.fichier_requis',
  },
  { title: 'an empty file', form: () => formWith(new Uint8Array()), status: 422, code: 'upload.vide' },
  {
    title: 'a text',
    form: () => formWith(Buffer.from('bonjour '.repeat(40))),
    status: 415,
    code: 'upload.type_refuse',
  },
  {
    title: 'too much',
    form: () => formWith(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(104_857_600)])),
    status: 413,
    code: 'upload.trop_volumineux',
  },
])('$title is refused and leaves no media', async ({ form, status, code }) => {
  const count = () => server.parts.database.selectFrom('media').select('id').execute()
  const before = (await count()).length
  const answer = await post(await form())
  expect(answer.status).toBe(status)
  expect(await answer.json()).toMatchObject({ code })
  expect((await count()).length).toBe(before)
})

const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'
test.for([
  { title: 'a form without a boundary', boundary: '', body: () => 'x', code: 'requete.invalide' },
  { title: 'a boundary that is too long', boundary: `; boundary=${'b'.repeat(100)}`, code: 'requete.invalide' },
  { title: 'a body that is no form', boundary: '; boundary=b', body: () => 'bonjour', code: 'requete.invalide' },
  {
    title: 'a form that ends in a header',
    boundary: '; boundary=b',
    body: () => part.slice(0, 40),
    code: 'requete.invalide',
  },
  {
    title: 'a form that ends in its file',
    boundary: '; boundary=b',
    body: async () => Buffer.concat([Buffer.from(part), await unePhoto()]),
    code: 'upload.incomplet',
  },
  {
    title: 'a form that ends in a large file',
    boundary: '; boundary=b',
    body: async () => Buffer.concat([Buffer.from(part), await unePhotoLourde()]),
    code: 'upload.incomplet',
  },
])('answers $title with 400, because a repetition would fail too', async ({ boundary, body = () => 'x', code }) => {
  const answer = await fetch(`${server.address}/api/frontend/participant/evenements/${evenementId}/medias/upload`, {
    method: 'POST',
    body: new Uint8Array(Buffer.from(await body())),
    headers: { authorization: `Bearer ${karim.token}`, 'content-type': `multipart/form-data${boundary}` },
  })
  expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ code })])
  expect(await unfinishedFiles(server.parts.medias.storage)).toEqual([])
})

test('answers the next request on a connection whose upload was refused half-way', async () => {
  const { port } = new URL(server.address)
  const path = `/api/frontend/participant/evenements/${evenementId}/medias/upload`
  const head = '--b\r\nContent-Disposition: form-data; name="autre"; filename="a.jpg"\r\n\r\n'
  const body = Buffer.concat([Buffer.from(head), Buffer.alloc(2_000_000), Buffer.from('\r\n--b--\r\n')])
  const socket = connect(Number(port), '127.0.0.1')
  const answers: string[] = []
  const both = new Promise<void>((resolve, reject) => {
    socket.on('error', reject)
    socket.on('data', (piece) => {
      answers.push(...(piece.toString().match(/^HTTP\/1\.1 \d+/gm) ?? []))
      if (answers.length === 2) resolve()
    })
  })
  const common = `Host: a\r\nAuthorization: Bearer ${karim.token}\r\n`
  socket.write(
    `POST ${path} HTTP/1.1\r\n${common}Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${body.length}\r\n\r\n`,
  )
  socket.write(body)
  socket.write(`GET /api/health HTTP/1.1\r\nHost: a\r\n\r\n`)
  await both
  socket.destroy()
  expect(answers).toEqual(['HTTP/1.1 400', 'HTTP/1.1 200'])
})
