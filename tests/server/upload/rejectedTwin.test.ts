import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PersonneDeTest } from '#tests/support/builders.ts'
import { beginUpload, depositInOne, sendBytes } from '#tests/support/deposit.ts'
import { uneFete } from '#tests/support/fete.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'
import { storedNames } from '#tests/support/storedFiles.ts'

let server: TestServer
let claire: PersonneDeTest
let karim: PersonneDeTest
let lea: PersonneDeTest
let evenementId: number
let bytes: Buffer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  ;({ claire, karim, lea, evenementId } = await uneFete(server))
  bytes = await unePhoto()
})

const mine = () => ({ token: karim.token, evenementId, bytes })
const reject = (id: number) =>
  server.call('PATCH', `/frontend/organisateur/medias/${id}/rejeter`, {
    token: claire.token,
    body: { raison: 'Photo floue' },
  })
const refusal = (id: number) => ({
  statusCode: 409,
  headers: { 'x-media-id': String(id), 'tus-resumable': '1.0.0' },
})
const body = { code: 'media.deja_rejete', message: "L'organisateur a déjà rejeté cette photo : « Photo floue »." }

async function rejected(): Promise<number> {
  const id = Number((await depositInOne(server, mine())).headers['x-media-id'])
  expect((await reject(id)).statusCode).toBe(200)
  return id
}

const statuts = async () => {
  const rows = server.parts.database.selectFrom('media').select('statut').where('evenementId', '=', evenementId)
  return (await rows.orderBy('id').execute()).map(({ statut }) => statut)
}

test('says why a photo was rejected when its author sends it again, and takes no byte of it', async () => {
  const id = await rejected()
  const uploads = server.parts.database.selectFrom('upload').select('id').where('evenementId', '=', evenementId)
  const before = await uploads.execute()
  const again = await beginUpload(server, mine())
  expect(again).toMatchObject(refusal(id))
  expect(again.json()).toEqual(body)
  expect(await uploads.execute()).toEqual(before)
  expect(await statuts()).toEqual(['REJETE'])
})

test('says so at the last byte when the photo was rejected since its second upload began', async () => {
  const [first, second] = [await beginUpload(server, mine()), await beginUpload(server, mine())]
  const send = (begun: typeof first) =>
    sendBytes(server, String(begun.headers['location']), { token: karim.token, offset: 0, bytes })
  const id = Number((await send(first)).headers['x-media-id'])
  await reject(id)
  await server.parts.medias.jobs.idle()
  const files = await storedNames(server.parts.medias.storage)
  expect(await send(second)).toMatchObject(refusal(id))
  expect(await statuts()).toEqual(['REJETE'])
  expect(await storedNames(server.parts.medias.storage)).toEqual(files)
})

test('takes the photo under the same id after its author has deleted the rejected one', async () => {
  const id = await rejected()
  const again = { ...mine(), clientUploadId: randomUUID() }
  expect((await depositInOne(server, again)).statusCode).toBe(409)
  await server.call('DELETE', `/frontend/participant/medias/${id}`, { token: karim.token })
  expect((await depositInOne(server, again)).statusCode).toBe(201)
  expect(await statuts()).toEqual(['SUPPRIME', 'EN_ATTENTE'])
})

test('keeps the photo that the organiser has validated since, and recognises it when it is sent again', async () => {
  const id = await rejected()
  await server.call('PATCH', `/frontend/organisateur/medias/${id}/valider`, { token: claire.token })
  const remove = () => server.call('DELETE', `/frontend/participant/medias/${id}?statut=REJETE`, { token: karim.token })
  const refused = await remove()
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({ code: 'media.plus_rejete' })
  expect((await depositInOne(server, mine())).headers['x-media-id']).toBe(String(id))
  expect(await statuts()).toEqual(['VALIDE'])
  await reject(id)
  expect((await remove()).statusCode).toBe(200)
  expect(await statuts()).toEqual(['SUPPRIME'])
})

/** Deposits the photo and validates it; Léa then requests its removal. */
async function requested(): Promise<{ id: number; demande: string }> {
  const id = Number((await depositInOne(server, mine())).headers['x-media-id'])
  await server.call('PATCH', `/frontend/organisateur/medias/${id}/valider`, { token: claire.token })
  const request = await server.call('POST', `/frontend/participant/medias/${id}/demandes-retrait`, {
    token: lea.token,
    body: { mineur: false },
  })
  return { id, demande: `/frontend/organisateur/demandes-retrait/${request.json<{ id: number }>().id}` }
}

const hide = (demande: string) => server.call('POST', `${demande}/masquer`, { token: claire.token })
const answer = (demande: string, statut: 'ACCEPTEE' | 'REFUSEE') =>
  server.call('POST', `${demande}/decider`, { token: claire.token, body: { statut } })
const removeOwn = (id: number) => server.call('DELETE', `/frontend/participant/medias/${id}`, { token: karim.token })
const bin = (id: number) => server.call('DELETE', `/frontend/organisateur/medias/${id}`, { token: claire.token })
const requestedBody = {
  code: 'media.retrait_demande',
  message: "Une personne visible sur cette photo en a demandé le retrait : un nouvel envoi n'est pas possible.",
}

test('does not offer to replace a photo that is hidden by a removal request', async () => {
  const { demande } = await requested()
  expect((await hide(demande)).statusCode).toBe(200)
  const again = await depositInOne(server, mine())
  expect(again.statusCode).toBe(409)
  expect(again.headers['x-media-id']).toBeUndefined()
  expect(again.json()).toEqual(requestedBody)
  expect(await statuts()).toEqual(['REJETE'])
})

test.each([
  ['its author deleted it', ({ id }) => [() => removeOwn(id)]],
  ['it was hidden and its author deleted it', ({ id, demande }) => [() => hide(demande), () => removeOwn(id)]],
  ['its organiser put it into the bin', ({ id }) => [() => bin(id)]],
  ['the request was accepted', ({ demande }) => [() => answer(demande, 'ACCEPTEE')]],
] satisfies [string, (made: { id: number; demande: string }) => (() => ReturnType<typeof bin>)[]][])(
  'does not take a photo again whose removal a person requested, after %s',
  async (_how, steps) => {
    for (const step of steps(await requested())) expect((await step()).statusCode).toBe(200)
    const again = await depositInOne(server, mine())
    expect([again.statusCode, again.json()]).toEqual([409, requestedBody])
    expect(await statuts()).toEqual(['SUPPRIME'])
  },
)

test('refuses at the last byte a photo that was removed on request since its second upload began', async () => {
  const uploads = [await beginUpload(server, mine()), await beginUpload(server, mine())]
  const [first, second] = uploads.map((begun) => String(begun.headers['location']))
  const send = (location = '') => sendBytes(server, location, { token: karim.token, offset: 0, bytes })
  expect((await send(first)).statusCode).toBe(204)
  const { demande } = await requested()
  await answer(demande, 'ACCEPTEE')
  const refused = await send(second)
  expect([refused.statusCode, refused.json()]).toEqual([409, requestedBody])
  expect(await statuts()).toEqual(['SUPPRIME'])
})

test('takes a photo again that its author deleted after the removal request was refused', async () => {
  const { id, demande } = await requested()
  await answer(demande, 'REFUSEE')
  await removeOwn(id)
  expect((await depositInOne(server, mine())).statusCode).toBe(201)
  expect(await statuts()).toEqual(['SUPPRIME', 'EN_ATTENTE'])
})

test('takes the same photo from another person', async () => {
  await rejected()
  expect((await depositInOne(server, { ...mine(), token: lea.token })).statusCode).toBe(201)
  expect(await statuts()).toEqual(['REJETE', 'EN_ATTENTE'])
})
