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

test('does not offer to replace a photo that is hidden by a removal request', async () => {
  const id = Number((await depositInOne(server, mine())).headers['x-media-id'])
  await server.call('PATCH', `/frontend/organisateur/medias/${id}/valider`, { token: claire.token })
  const request = await server.call('POST', `/frontend/participant/medias/${id}/demandes-retrait`, {
    token: lea.token,
    body: { mineur: false },
  })
  const hide = `/frontend/organisateur/demandes-retrait/${request.json<{ id: number }>().id}/masquer`
  expect((await server.call('POST', hide, { token: claire.token })).statusCode).toBe(200)
  const again = await depositInOne(server, mine())
  expect(again.statusCode).toBe(409)
  expect(again.headers['x-media-id']).toBeUndefined()
  expect(again.json()).toEqual({
    code: 'media.retrait_demande',
    message: "Une personne visible sur cette photo en a demandé le retrait : un nouvel envoi n'est pas possible.",
  })
  expect(await statuts()).toEqual(['REJETE'])
})

test('takes the same photo from another person', async () => {
  await rejected()
  expect((await depositInOne(server, { ...mine(), token: lea.token })).statusCode).toBe(201)
  expect(await statuts()).toEqual(['REJETE', 'EN_ATTENTE'])
})
