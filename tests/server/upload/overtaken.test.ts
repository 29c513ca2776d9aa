import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Problem } from '#server/http/problem.ts'
import type { Storage } from '#server/storage/storage.ts'
import { appendUpload } from '#server/upload/appendUpload.ts'
import type { Credential } from '#server/http/acteur.ts'
import { cancelUpload } from '#server/upload/endUpload.ts'
import { sweep } from '#server/upload/sweeper.ts'
import type { UploadDeps } from '#server/upload/uploadDeps.ts'
import { UploadHashes } from '#server/upload/uploadHash.ts'
import { UploadMutex } from '#server/upload/uploadMutex.ts'
import type { PersonneDeTest } from '#tests/support/builders.ts'
import { beginUpload, depositInOne } from '#tests/support/deposit.ts'
import { uneFete } from '#tests/support/fete.ts'
import { sha256Of, unePhotoDe } from '#tests/support/photos.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

const size = 60_000
const sent = 20_000

let server: TestServer
let karim: PersonneDeTest
const credential: Credential = { kind: 'server' }
let bytes: Buffer
let own: { id: string; utilisateurId: number; evenementId: number }
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  const fete = await uneFete(server)
  ;({ karim } = fete)
  bytes = await unePhotoDe(size)
  const { headers } = await beginUpload(server, { token: karim.token, evenementId: fete.evenementId, bytes })
  own = {
    id: String(headers['location']).split('/').at(-1) ?? '',
    utilisateurId: karim.id,
    evenementId: fete.evenementId,
  }
})

/** A process of its own on the same database and folder. */
function node(nodeId: string, change: (storage: Storage) => Partial<Storage> = () => ({})): UploadDeps {
  const { medias } = server.parts
  const storage = { ...medias.storage, ...change(medias.storage) }
  return { ...server.parts, ...medias, nodeId, storage, hashes: new UploadHashes(storage), mutex: new UploadMutex() }
}

function append(deps: UploadDeps, from: number, to: number, shown = credential) {
  return appendUpload(deps, {
    upload: own,
    credential: shown,
    offset: from,
    body: Readable.from(from === to ? [] : [bytes.subarray(from, to)]),
    length: to - from,
  })
}

/** What another node does once, before this one learns how long its file is, or behind it. */
const around =
  (when: 'before' | 'behind') =>
  (meanwhile: () => Promise<unknown>) =>
  (storage: Storage): Partial<Storage> => {
    let isDone = false
    return {
      async size(name) {
        const found = when === 'behind' ? await storage.size(name) : null
        if (!isDone) await meanwhile()
        isDone = true
        return found ?? storage.size(name)
      },
    }
  }
const before = around('before')
const behind = around('behind')

async function refusalOf(answer: Promise<unknown>) {
  const error = await answer.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof Problem)) throw new Error('no refusal', { cause: error })
  return { code: error.code, offset: error.headers['Upload-Offset'] }
}

async function expectTheRestArrives(deps: UploadDeps, from: number) {
  const { committed } = await append(deps, from, size)
  expect(committed?.sha256).toBe(sha256Of(bytes))
}

test.each([
  ['before its file is looked at', before],
  ['before its file is read', behind],
])('a node overtaken %s says where the upload stands, and the other one goes on', async (_when, at) => {
  const other = node('autre')
  await append(node('premier'), 0, sent)
  // Started anew: of what it received before it knows the file alone.
  const late = node(
    'premier',
    at(() => append(other, sent, 30_000)),
  )
  expect(await refusalOf(append(late, sent, size))).toEqual({ code: 'upload.decalage', offset: '30000' })
  await expectTheRestArrives(other, 30_000)
})

test('a node that comes second in taking an upload over says where it stands', async () => {
  const third = node('troisieme')
  await append(node('premier'), 0, sent)
  const late = node(
    'autre',
    behind(() => append(third, sent, 30_000)),
  )
  expect(await refusalOf(append(late, sent, size))).toEqual({ code: 'upload.decalage', offset: '30000' })
  await expectTheRestArrives(third, 30_000)
})

test('a node overtaken while it writes tells what is acknowledged, not what it wrote', async () => {
  const other = node('autre')
  await append(node('premier'), 0, 0)
  const late = node('premier', (storage) => ({
    async openPartial(name) {
      const file = await storage.openPartial(name)
      return { ...file, sync: () => file.sync().then(async () => void (await append(other, 0, sent))) }
    },
  }))
  expect(await refusalOf(append(late, 0, 50_000))).toEqual({ code: 'upload.decalage', offset: String(sent) })
  await expectTheRestArrives(other, sent)
})

test('an upload that is cancelled on another node meanwhile is gone, not broken', async () => {
  const first = node('premier')
  await append(first, 0, sent)
  const late = node(
    'premier',
    behind(() => cancelUpload(node('autre'), { id: own.utilisateurId, credential }, own)),
  )
  expect(await refusalOf(append(late, sent, size))).toEqual({ code: 'upload.introuvable', offset: undefined })
})

test('a photo that another node found to be there already needs its file no more', async () => {
  const first = node('premier')
  const other = node('autre')
  const isRefused = append(first, 0, size, { kind: 'grant', tokenHash: 'unknown' })
  expect((await refusalOf(isRefused)).code).toBe('upload.autorisation_expiree')
  const { database } = server.parts
  await database.updateTable('upload').set({ etat: 'COMMIT' }).where('id', '=', own.id).execute()
  const otherFinishes = async () => {
    await depositInOne(server, { token: karim.token, evenementId: own.evenementId, bytes })
    await append(other, size, size)
    await sweep(other)
  }
  const late = node('premier', behind(otherFinishes))
  expect(await refusalOf(append(late, size, size))).toEqual({ code: 'upload.decalage', offset: String(size) })
  await expectTheRestArrives(late, size)
})
