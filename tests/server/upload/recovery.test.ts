import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { UnreadableImage } from '#server/images/imageWorker.ts'
import { isoFromNow } from '#server/clock.ts'
import { finishInterruptedCommits } from '#server/upload/recovery.ts'
import type { UploadDeps } from '#server/upload/uploadDeps.ts'
import { createMediaServices } from '#server/media/mediaServices.ts'
import type { PersonneDeTest } from '#tests/support/builders.ts'
import { askOffset, beginUpload, sendBytes } from '#tests/support/deposit.ts'
import { uneFete } from '#tests/support/fete.ts'
import { sha256Of, unePhoto } from '#tests/support/photos.ts'
import { sharedImages } from '#tests/support/sharedImages.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'
import { storeRest } from '#tests/support/storedFiles.ts'

let server: TestServer
let karim: PersonneDeTest
let claire: PersonneDeTest
let lea: PersonneDeTest
let evenementId: number
beforeEach(async () => {
  server = await startTestServer()
  ;({ claire, karim, lea, evenementId } = await uneFete(server))
})
afterEach(() => server.stop())

const depsOf = (): UploadDeps => ({ ...server.parts, ...server.parts.medias })
const throwing = (error: unknown) => {
  throw error
}

/** A complete upload whose process was killed during its n-th commit, that long ago. */
async function anInterruptedCommit({ attempts = 1, ageMs = 0 } = {}) {
  const bytes = await unePhoto()
  const location = String((await beginUpload(server, { token: karim.token, evenementId, bytes })).headers['location'])
  const id = location.split('/').at(-1) ?? ''
  await sendBytes(server, location, { token: karim.token, offset: 0, bytes: bytes.subarray(0, 1000) })
  const { database } = server.parts
  const { reception } = await storeRest(server.parts, id, bytes)
  const toucheLe = isoFromNow(server.parts.clock, -ageMs)
  const change = { etat: 'COMMIT', reception, decalage: bytes.length, commitAttempts: attempts, toucheLe } as const
  await database.updateTable('upload').set(change).where('id', '=', id).execute()
  return { id, location, bytes }
}

const uploadOf = (id: string) =>
  server.parts.database.selectFrom('upload').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const medias = () => server.parts.database.selectFrom('media').selectAll().execute()
const setAsideNotifications = () =>
  server.parts.database.selectFrom('notification').selectAll().where('type', '=', 'MEDIA_MIS_DE_COTE').execute()

/** A gate that the test opens; `reached` resolves when work waits there. */
function gate() {
  const reached = Promise.withResolvers<void>()
  const opened = Promise.withResolvers<void>()
  return {
    reached: reached.promise,
    open: opened.resolve,
    async pass() {
      reached.resolve()
      await opened.promise
    },
  }
}

function depsHeldAt(held: ReturnType<typeof gate>): UploadDeps {
  const deps = depsOf()
  const { storage } = deps
  return {
    ...deps,
    storage: {
      ...storage,
      async keep(name) {
        await held.pass()
        await storage.keep(name)
      },
    },
  }
}

test('counts an attempt before the file is examined', async () => {
  const { id } = await anInterruptedCommit()
  const deps = depsOf()
  let counted = 0
  const inspect: UploadDeps['images']['inspect'] = async (task) => {
    counted = (await uploadOf(id)).commitAttempts
    return deps.images.inspect(task)
  }
  await finishInterruptedCommits({ ...deps, images: { ...deps.images, inspect } }, throwing)
  expect(counted).toBe(2)
})

test('resets the attempts when a commit fails without killing the process', async () => {
  const { id } = await anInterruptedCommit({ attempts: 2, ageMs: 121_000 })
  const failures: unknown[] = []
  const full = new Error('the disk is full')
  const deps = depsOf()
  const storage = { ...deps.storage, keep: () => Promise.reject(full) }
  await finishInterruptedCommits({ ...deps, storage }, (error) => void failures.push(error))
  expect(failures).toEqual([full])
  expect(await uploadOf(id)).toMatchObject({ etat: 'OUVERT', commitAttempts: 0 })
})

test('examines a file whose commit killed the process once', async () => {
  await anInterruptedCommit({ attempts: 1 })
  await finishInterruptedCommits(depsOf(), throwing)
  expect(await medias()).toMatchObject([{ plagesMasquees: '[]', largeur: 320, hauteur: 240 }])
  expect(await setAsideNotifications()).toEqual([])
})

test('commits a file that killed the process twice without examining it, for its notified author only', async () => {
  const { bytes, location } = await anInterruptedCommit({ attempts: 2, ageMs: 121_000 })
  const deps = depsOf()
  const inspect = () => Promise.reject(new Error('examined a third time'))
  await finishInterruptedCommits({ ...deps, images: { ...deps.images, inspect } }, throwing)
  const [media] = await medias()
  expect(media).toMatchObject({ plagesMasquees: 'null', largeur: null, sha256: sha256Of(bytes) })
  expect(await setAsideNotifications()).toMatchObject([{ utilisateurId: karim.id, evenementId }])
  const asked = await askOffset(server, location, karim.token)
  expect(asked.headers).toMatchObject({ 'x-media-id': String(media?.id), 'x-content-sha256': sha256Of(bytes) })
  await server.call('PATCH', `/frontend/organisateur/medias/${media?.id}/valider`, { token: claire.token })
  const original = (token: string) => server.call('GET', `/medias/${media?.id}/fichier`, { token })
  expect((await original(karim.token)).rawPayload.equals(bytes)).toBe(true)
  expect((await original(lea.token)).statusCode).toBe(404)
})

test('commits a file that kills the process that parses it, for its author only', async () => {
  await anInterruptedCommit()
  const deps = depsOf()
  const inspect = () => Promise.reject(new UnreadableImage('the image process ended'))
  await finishInterruptedCommits({ ...deps, images: { ...deps.images, inspect } }, throwing)
  expect(await medias()).toMatchObject([{ plagesMasquees: 'null', largeur: null, hauteur: null }])
})

test('stores one media when the phone requests the commit during the recovery', async () => {
  const { id, location, bytes } = await anInterruptedCommit()
  const held = gate()
  const recovered = finishInterruptedCommits(depsHeldAt(held), throwing)
  await held.reached
  expect((await askOffset(server, location, karim.token)).headers['upload-offset']).toBe(String(bytes.length))
  const path = `/frontend/participant/evenements/${evenementId}/medias/uploads/reconcile`
  const { clientUploadId } = await uploadOf(id)
  const known = await server.call('POST', path, { token: karim.token, body: { ids: [clientUploadId] } })
  expect(known.json()).toMatchObject([{ etat: 'open', offset: bytes.length }])
  const asked = sendBytes(server, location, { token: karim.token, offset: bytes.length, bytes: Buffer.alloc(0) })
  held.open()
  expect(await recovered).toBe(1)
  expect((await asked).headers['x-content-sha256']).toBe(sha256Of(bytes))
  expect(await medias()).toHaveLength(1)
  expect((await asked).headers['x-media-id']).toBe(String((await medias())[0]?.id))
})

test('skips an upload that its phone completed before the recovery', async () => {
  const first = await anInterruptedCommit()
  const second = await anInterruptedCommit()
  const held = gate()
  const recovered = finishInterruptedCommits(depsHeldAt(held), throwing)
  await held.reached
  const [inHand, waiting] = (await uploadOf(first.id)).commitAttempts === 2 ? [first, second] : [second, first]
  const offset = waiting.bytes.length
  await sendBytes(server, waiting.location, { token: karim.token, offset, bytes: Buffer.alloc(0) })
  const { barriere } = await uploadOf(waiting.id)
  held.open()
  expect(await recovered).toBe(1)
  expect((await uploadOf(waiting.id)).barriere).toBe(barriere)
  expect((await uploadOf(inHand.id)).etat).toBe('FAIT')
  expect(await medias()).toHaveLength(2)
})

test('finishes the current commit when the server stops, and leaves the others for the next start', async () => {
  await anInterruptedCommit()
  await anInterruptedCommit()
  const held = gate()
  const { storage } = depsHeldAt(held)
  const services = createMediaServices(server.parts, storage, {
    images: sharedImages(),
    report: throwing,
    role: 'all',
    nodeId: '',
  })
  const started = services.start()
  await held.reached
  const stopped = services.stop()
  held.open()
  await stopped
  await started
  const { database } = server.parts
  const left = await database.selectFrom('upload').select('etat').orderBy('etat').execute()
  expect(left).toEqual([{ etat: 'COMMIT' }, { etat: 'FAIT' }])
})

test('ends the first sweep when the server stops, and compares all files again at the next start', async () => {
  const { storage } = server.parts.medias
  server.clock.advance(86_400_000)
  const begun = gate()
  const testEnd = new AbortController()
  const services = createMediaServices(
    server.parts,
    {
      ...storage,
      close: () => Promise.resolve(),
      // As many files as the stop waits for.
      async *list() {
        await begun.pass()
        while (!testEnd.signal.aborted) {
          await setImmediate()
          yield { name: randomUUID(), changedAt: server.clock.now(), isPermanent: true }
        }
      },
    },
    { images: sharedImages(), report: throwing, role: 'all', nodeId: '' },
  )
  onTestFinished(() => testEnd.abort())
  const started = services.start()
  await begun.reached
  begun.open()
  await services.stop()
  await started
  const walked = server.parts.database.selectFrom('etatService').select('valeur').where('cle', '=', 'fichiersVusLe')
  expect(await walked.execute()).toEqual([])
})

test('stores what a cut request has brought before it closes the storage at a stop', async () => {
  const order: string[] = []
  const { storage } = server.parts.medias
  const close = () => Promise.resolve(void order.push('closed'))
  const services = createMediaServices(
    server.parts,
    { ...storage, close },
    { images: sharedImages(), report: throwing, role: 'all', nodeId: '' },
  )
  const held = gate()
  const request = services.mutex.run('an upload', async () => {
    await held.pass()
    order.push('stored')
  })
  const stopped = services.stop()
  // More than everything else in the stop takes.
  for (let round = 0; round < 50; round += 1) await server.parts.database.selectFrom('upload').select('id').execute()
  expect(order).toEqual([])
  held.open()
  await Promise.all([request, stopped])
  expect(order).toEqual(['stored', 'closed'])
})

test('finishes a commit at the start of a single process although the clock was set back', async () => {
  const { id } = await anInterruptedCommit()
  const toucheLe = isoFromNow(server.parts.clock, 3_600_000)
  await server.parts.database.updateTable('upload').set({ toucheLe }).where('id', '=', id).execute()
  expect(await finishInterruptedCommits(depsOf(), throwing)).toBe(1)
  expect(await uploadOf(id)).toMatchObject({ etat: 'FAIT' })
})

test('leaves a commit that another node may be working on when it starts, and finishes it once it is old', async () => {
  const { id } = await anInterruptedCommit()
  // Another node has a storage of its own, which it closes at its end.
  const storage = { ...depsOf().storage, close: () => Promise.resolve() }
  const start = async () => {
    const services = createMediaServices(server.parts, storage, {
      images: sharedImages(),
      report: throwing,
      role: 'web',
      nodeId: 'another',
    })
    await services.start()
    await services.stop()
  }
  await start()
  expect(await uploadOf(id)).toMatchObject({ etat: 'COMMIT', commitAttempts: 1 })
  const toucheLe = isoFromNow(server.parts.clock, -121_000)
  await server.parts.database.updateTable('upload').set({ toucheLe }).where('id', '=', id).execute()
  await start()
  expect(await uploadOf(id)).toMatchObject({ etat: 'FAIT' })
})

test('finishes the old commits of a node that has ended while another one runs, and no younger ones', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const storage = { ...depsOf().storage, close: () => Promise.resolve() }
  const services = createMediaServices(server.parts, storage, {
    images: sharedImages(),
    report: throwing,
    role: 'worker',
    nodeId: 'another',
  })
  await services.start()
  onTestFinished(() => services.stop())
  const [old, young] = [await anInterruptedCommit(), await anInterruptedCommit()]
  const toucheLe = isoFromNow(server.parts.clock, -121_000)
  await server.parts.database.updateTable('upload').set({ toucheLe }).where('id', '=', old.id).execute()
  expect(await uploadOf(old.id)).toMatchObject({ etat: 'COMMIT' })
  vi.advanceTimersByTime(60_000)
  await expect.poll(() => uploadOf(old.id)).toMatchObject({ etat: 'FAIT' })
  await services.stop()
  expect(await uploadOf(young.id)).toMatchObject({ etat: 'COMMIT', commitAttempts: 1 })
  expect(await medias()).toMatchObject([{ sha256: sha256Of(old.bytes) }])
})
