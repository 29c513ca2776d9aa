import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isoFromNow } from '#server/clock.ts'
import { Problem } from '#server/http/problem.ts'
import type { Storage } from '#server/storage/storage.ts'
import { appendUpload } from '#server/upload/appendUpload.ts'
import type { Credential } from '#server/http/acteur.ts'
import { depositStream } from '#server/upload/depositStream.ts'
import { findDepot } from '#server/upload/depot.ts'
import { cancelUpload } from '#server/upload/endUpload.ts'
import { sweep } from '#server/upload/sweeper.ts'
import { findUploadById } from '#server/upload/upload.repository.ts'
import type { UploadDeps } from '#server/upload/uploadDeps.ts'
import { UploadHashes } from '#server/upload/uploadHash.ts'
import { uploadMetadata } from '#server/upload/uploadMetadata.ts'
import { UploadMutex } from '#server/upload/uploadMutex.ts'
import type { PersonneDeTest } from '#tests/support/builders.ts'
import { beginUpload, depositInOne } from '#tests/support/deposit.ts'
import { uneFete } from '#tests/support/fete.ts'
import { sha256Of, unePhotoDe } from '#tests/support/photos.ts'
import { acteurDe } from '#tests/support/races.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'
import { eraseListedFiles, storedBytes } from '#tests/support/storedFiles.ts'

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

/** A second process on the same database and folder. */
function node(nodeId: string, change: (storage: Storage) => Partial<Storage> = () => ({})): UploadDeps {
  const { medias } = server.parts
  const storage = { ...medias.storage, ...change(medias.storage) }
  return { ...server.parts, ...medias, nodeId, storage, hashes: new UploadHashes(), mutex: new UploadMutex() }
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

/** Runs once what another node does, before or after this node reads the length of its file. */
const around =
  (when: 'before' | 'behind') =>
  (meanwhile: () => Promise<unknown>) =>
  (storage: Storage): Partial<Storage> => {
    let isDone = false
    return {
      async receivedBytes(file) {
        const found = when === 'behind' ? await storage.receivedBytes(file) : null
        if (!isDone) await meanwhile()
        isDone = true
        return found ?? storage.receivedBytes(file)
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
])('returns the offset when another node took the upload over %s; that node continues', async (_when, at) => {
  const other = node('autre')
  await append(node('premier'), 0, sent)
  // Restarted: of the bytes received before it knows only the file.
  const late = node(
    'premier',
    at(() => append(other, sent, 30_000)),
  )
  expect(await refusalOf(append(late, sent, size))).toEqual({ code: 'upload.decalage', offset: '30000' })
  await expectTheRestArrives(other, 30_000)
})

test('returns the offset on the second of two nodes that take an upload over', async () => {
  const third = node('troisieme')
  await append(node('premier'), 0, sent)
  const late = node(
    'autre',
    behind(() => append(third, sent, 30_000)),
  )
  expect(await refusalOf(append(late, sent, size))).toEqual({ code: 'upload.decalage', offset: '30000' })
  await expectTheRestArrives(third, 30_000)
})

test('returns the acknowledged offset, not its own, when overtaken while writing', async () => {
  const other = node('autre')
  await append(node('premier'), 0, 0)
  const late = node('premier', (storage) => ({
    async openPartial(received) {
      const file = await storage.openPartial(received)
      return {
        write: (pieces, position) => file.write(pieces, position),
        truncate: (length) => file.truncate(length),
        close: () => file.close(),
        async sync(isLast) {
          const synced = await file.sync(isLast)
          await append(other, 0, sent)
          return synced
        },
      }
    },
  }))
  expect(await refusalOf(append(late, 0, 50_000))).toEqual({ code: 'upload.decalage', offset: String(sent) })
  await expectTheRestArrives(other, sent)
})

test('answers that the upload is gone, without an error, when another node cancelled it', async () => {
  const first = node('premier')
  await append(first, 0, sent)
  const late = node(
    'premier',
    behind(() => cancelUpload(node('autre'), { id: own.utilisateurId, credential }, own)),
  )
  expect(await refusalOf(append(late, sent, size))).toEqual({ code: 'upload.introuvable', offset: undefined })
})

test('needs no file when another node found the photo to be a duplicate', async () => {
  const first = node('premier')
  const other = node('autre')
  const isRefused = append(first, 0, size, { kind: 'grant', tokenHash: 'unknown', inviteId: null })
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

test('keeps the photo that another node commits after the deletion of its event was undone', async () => {
  const { database } = server.parts
  const setDeleted = (supprimeLe: string | null) =>
    database.updateTable('evenement').set({ supprimeLe }).where('id', '=', own.evenementId).execute()
  const restoreAndCommit = async () => {
    await setDeleted(null)
    return append(node('autre'), size, size)
  }
  let kept = ''
  const first = node('premier', (storage) => ({
    async keep(name) {
      kept = name
      await storage.keep(name)
      await setDeleted(server.clock.now().toISOString())
    },
    // A slow removal, if there is one, ends after the other node has answered.
    async remove(name) {
      if (name === kept) await restoreAndCommit()
      await storage.remove(name)
    },
  }))
  expect((await refusalOf(append(first, 0, size))).code).toBe('upload.introuvable')
  const { committed } = await restoreAndCommit()
  const { fichier } = await database
    .selectFrom('media')
    .select('fichier')
    .where('id', '=', committed?.mediaId ?? 0)
    .executeTakeFirstOrThrow()
  expect(sha256Of(await storedBytes(server.parts.medias.storage, fichier))).toBe(sha256Of(bytes))
})

test('leaves no file of an upload whose row was deleted during its commit', async () => {
  const { database, medias } = server.parts
  let kept = ''
  const first = node('premier', (storage) => ({
    async keep(name) {
      await storage.keep(name)
      kept = name
      await database.deleteFrom('upload').where('id', '=', own.id).execute()
    },
  }))
  await refusalOf(append(first, 0, size))
  expect(await medias.storage.size(kept)).toBe(size)
  await eraseListedFiles(server.parts)
  expect(await medias.storage.size(kept)).toBeNull()
})

describe('a commit that is slow', () => {
  const mediaRow = () =>
    server.parts.database.selectFrom('media').selectAll().where('auteurId', '=', karim.id).executeTakeFirst()
  const attempts = async () => (await findUploadById(server.parts.database, own.id))?.commitAttempts

  /** A node whose commit waits before its end until the test lets it go on. */
  function heldNode(nodeId: string) {
    const reached = Promise.withResolvers<void>()
    const opened = Promise.withResolvers<void>()
    const deps = node(nodeId, (storage) => ({
      async keep(name) {
        await storage.keep(name)
        reached.resolve()
        await opened.promise
      },
    }))
    return { deps, reached: reached.promise, open: opened.resolve }
  }

  test('is not counted as a crash by a third node while it runs on two', async () => {
    const [first, second] = [heldNode('premier'), heldNode('autre')]
    const begun = append(first.deps, 0, size)
    await first.reached
    const asked = append(second.deps, size, size)
    await second.reached
    expect(await attempts()).toBe(2)
    expect((await refusalOf(append(node('troisieme'), size, size))).code).toBe('serveur.indisponible')
    first.open()
    expect((await refusalOf(begun)).code).toBe('upload.decalage')
    expect(await attempts()).toBe(0)
    second.open()
    expect((await asked).committed?.sha256).toBe(sha256Of(bytes))
    expect(await mediaRow()).toMatchObject({ plagesMasquees: expect.stringMatching(/^\[/) as string })
  })

  test('counts as a crash after two minutes', async () => {
    const first = heldNode('premier')
    const begun = append(first.deps, 0, size)
    await first.reached
    const { database } = server.parts
    // Another node has answered with the offset at the end, and crashed in its own attempt.
    const old = { decalage: size, commitAttempts: 2, toucheLe: isoFromNow(server.clock, -121_000) }
    await database.updateTable('upload').set(old).where('id', '=', own.id).execute()
    expect((await append(node('autre'), size, size)).committed?.sha256).toBe(sha256Of(bytes))
    expect(await mediaRow()).toMatchObject({ plagesMasquees: 'null' })
    first.open()
    await refusalOf(begun)
  })

  test('of a form is not cancelled by the node that was overtaken', async () => {
    const [first, second] = [heldNode('premier'), heldNode('autre')]
    const photo = await unePhotoDe(size)
    const begun = deposit(first.deps, photo)
    await first.reached
    const again = deposit(second.deps, photo)
    await second.reached
    first.open()
    expect((await refusalOf(begun)).code).toBe('upload.decalage')
    second.open()
    expect((await again).committed.sha256).toBe(sha256Of(photo))
    const { fichier = '' } = (await mediaRow()) ?? {}
    expect(sha256Of(await storedBytes(server.parts.medias.storage, fichier))).toBe(sha256Of(photo))
  })

  /** The multipart call, with the same Idempotency-Key each time. */
  async function deposit(deps: UploadDeps, photo: Buffer) {
    const depot = await findDepot(deps, karim, own.evenementId)
    if (!depot) throw new Error('no event')
    return depositStream(deps, {
      acteur: acteurDe(karim),
      depot,
      metadata: uploadMetadata({ clientUploadId: `form-${own.id}`, name: 'IMG_1.jpg', type: 'image/jpeg' }),
      body: Readable.from([photo]),
      announced: { least: size, most: size },
    })
  }
})
