import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PersonneDeTest } from '#tests/support/builders.ts'
import { uneFete } from '#tests/support/fete.ts'
import { sha256Of, unePhoto, unePhotoLourde } from '#tests/support/photos.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

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

test('stores one complete media for two concurrent calls with the same Idempotency-Key', async () => {
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
  const stored = await medias.storage.readAt(rows[0]?.fichier ?? '', 0, bytes.length + 1)
  expect(stored.equals(bytes)).toBe(true)
  expect(await readdir(join(server.dataDir, 'recus'))).not.toContain(rows[0]?.fichier)
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
