import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type CommitCounter, countCommits } from '#tests/support/commitCounter.ts'
import {
  askOffset,
  beginUpload,
  depositInOne,
  metadataOf,
  sendBytes,
  tus,
  uploadsPath,
} from '#tests/support/deposit.ts'
import { uneFete } from '#tests/support/fete.ts'
import { sha256Of, unePhotoDe } from '#tests/support/photos.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

const photoBytes = 2_000_000
const piece = 128 * 1024

let server: TestServer
let counter: CommitCounter
let deposit: { token: string; evenementId: number; bytes: Buffer }
beforeAll(async () => {
  server = await startTestServer({ listen: true })
  counter = await countCommits(server.parts.database)
})
afterAll(() => server.stop())
beforeEach(async () => {
  const { karim, evenementId } = await uneFete(server)
  deposit = { token: karim.token, evenementId, bytes: await unePhotoDe(photoBytes) }
  await server.parts.medias.jobs.idle()
  counter.take()
})

/** The commits until the previews of the photo are made. */
async function commitsOfPhoto() {
  await server.parts.medias.jobs.idle()
  const { commits } = counter.take()
  return { durable: commits.filter(({ isDurable }) => isDurable), all: commits }
}

async function inTwoRequests() {
  const { token, bytes } = deposit
  const { headers } = await beginUpload(server, deposit)
  return sendBytes(server, String(headers['location']), { token, offset: 0, bytes })
}

async function firstPieceWithCreation() {
  const { token, bytes } = deposit
  const created = await server.call('POST', uploadsPath(deposit.evenementId), {
    token,
    body: bytes.subarray(0, piece),
    headers: {
      ...tus,
      'content-type': 'application/offset+octet-stream',
      'upload-length': String(bytes.length),
      'upload-metadata': metadataOf(deposit),
    },
  })
  const location = String(created.headers['location'])
  expect(created.headers['upload-offset']).toBe(String(piece))
  return sendBytes(server, location, { token, offset: piece, bytes: bytes.subarray(piece) })
}

/** As the queue does it: with a grant, and after hours without a request of this person. */
async function withGrant() {
  const path = `/frontend/participant/evenements/${deposit.evenementId}/upload-grants`
  const { grant } = (await server.call('POST', path, { token: deposit.token })).json<{ grant: string }>()
  server.clock.advance(2 * 3_600_000)
  counter.take()
  return depositInOne(server, { ...deposit, token: grant })
}

async function byForm() {
  const { token, bytes, evenementId } = deposit
  const body = new FormData()
  body.set('file', new File([new Uint8Array(bytes)], 'IMG_1.jpg', { type: 'image/jpeg' }))
  const address = `${server.address}/api/frontend/participant/evenements/${evenementId}/medias/upload`
  const { status } = await fetch(address, { method: 'POST', body, headers: { authorization: `Bearer ${token}` } })
  return { statusCode: status }
}

test.each([
  ['one request', () => depositInOne(server, deposit), 1],
  ['one request with a grant, as the first of the day', withGrant, 1],
  ['a creation and one piece', inTwoRequests, 2],
  ['a creation with the first piece, and another one', firstPieceWithCreation, 2],
  ['a form', byForm, 1],
] as const)(
  'takes at most two durable transactions for a photo of 2 MB that arrives in %s',
  async (_how, send, expected) => {
    const { statusCode } = await send()
    expect(statusCode).toBeLessThan(300)
    const { durable, all } = await commitsOfPhoto()
    expect(durable).toHaveLength(expected)
    // Its previews included: a lease and the result, for each of the two sizes.
    expect(all.length).toBeGreaterThan(4)
    const stored = await server.parts.database
      .selectFrom('media')
      .select(['sha256', 'variantesEtat'])
      .where('evenementId', '=', deposit.evenementId)
      .execute()
    expect(stored).toEqual([{ sha256: sha256Of(deposit.bytes), variantesEtat: 'FAITES' }])
  },
)

test('makes every offset durable that it acknowledges', async () => {
  const { token, bytes } = deposit
  const location = String((await beginUpload(server, deposit)).headers['location'])
  for (const offset of [0, piece, 2 * piece]) {
    counter.take()
    await sendBytes(server, location, { token, offset, bytes: bytes.subarray(offset, offset + piece) })
    expect(counter.take().commits.map(({ isDurable }) => isDurable)).toEqual([true])
    const asked = await askOffset(server, location, token)
    expect(asked.headers['upload-offset']).toBe(String(offset + piece))
  }
})

test('restarts a cancelled upload in a transaction that does not wait for the storage', async () => {
  const restarted = { ...deposit, clientUploadId: 'client-restart' }
  const { headers } = await beginUpload(server, restarted)
  await server.call('DELETE', String(headers['location']).slice(4), { token: deposit.token, headers: tus })
  counter.take()
  let committed: unknown[] = []
  const removal = vi.spyOn(server.parts.medias.storage, 'remove').mockImplementation(async () => {
    committed = [...counter.take().commits]
    await Promise.resolve()
  })
  const answer = await beginUpload(server, restarted)
  expect([answer.statusCode, removal.mock.calls.length]).toEqual([201, 1])
  removal.mockRestore()
  expect(committed).toHaveLength(1)
})
