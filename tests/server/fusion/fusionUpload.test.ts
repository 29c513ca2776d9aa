import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Reconciled } from '#domain/upload/upload.endpoints.ts'
import { confirmFusion } from '#server/fusion/fusion.usecases.ts'
import { createGrant } from '#server/grant/grant.ts'
import type { PersonneDeTest } from '#tests/support/builders.ts'
import { unConsentement, unEvenement, uneInscription, unOrganisateur } from '#tests/support/builders.ts'
import { askOffset, beginUpload, depositInOne, sendBytes, tus, uploadsPath } from '#tests/support/deposit.ts'
import { begin, openSecondNode, type SecondNode } from '#tests/support/everyCall/endings.ts'
import { isWhole } from '#tests/support/extent.ts'
import { confirmFusionBy, type FusionDeTest, uneFusion } from '#tests/support/fusion.ts'
import { runHeld, wrapHeldCalls } from '#tests/support/heldCalls.ts'
import { sha256Of, unePhoto } from '#tests/support/photos.ts'
import { acteurDe } from '#tests/support/races.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
/** On SQLite a held request has the connection of its process. */
let node: SecondNode
let evenementId: number
beforeAll(async () => {
  server = await startTestServer()
  node = await openSecondNode(server)
  await wrapHeldCalls(server.parts.database)
})
beforeEach(openEvenement)
afterAll(async () => {
  await node.stop()
  await server.stop()
})

async function openEvenement(): Promise<void> {
  ;({ id: evenementId } = await unEvenement(server, { createurId: (await unOrganisateur(server)).id }))
}

/** The quick set tries every third call of the request. */
const step = isWhole ? 1 : 3

const grantOf = async (person: PersonneDeTest) =>
  (await createGrant(server.parts, { acteur: acteurDe(person), evenementId, portee: 'upload' })).grant

/** A guest with half a photo on the server. */
async function half(credential: 'session' | 'grant') {
  const fusion = await uneFusion(server, { evenementId })
  const held = credential === 'grant' ? await grantOf(fusion.marie) : fusion.marie.token
  const bytes = await unePhoto()
  const clientUploadId = randomUUID()
  const begun = await beginUpload(server, { token: held, evenementId, bytes, clientUploadId })
  const location = String(begun.headers.location)
  const offset = Math.floor(bytes.length / 2)
  await sendBytes(server, location, { token: held, offset: 0, bytes: bytes.subarray(0, offset) })
  const rest = (token: string) => sendBytes(server, location, { token, offset, bytes: bytes.subarray(offset) })
  return { ...fusion, held, bytes, clientUploadId, location, offset, rest }
}

/** What a phone does after an answer without a receipt: it asks how far the server is, and goes on there. */
async function goOn(location: string, token: string, bytes: Buffer) {
  const offset = Number((await askOffset(server, location, token)).headers['upload-offset'])
  return sendBytes(server, location, { token, offset, bytes: bytes.subarray(offset) })
}

async function mediasOf(...people: readonly PersonneDeTest[]) {
  const ids = people.map(({ id }) => id)
  const { database } = server.parts
  return database
    .selectFrom('media')
    .select(['id', 'auteurId', 'sha256', 'statut'])
    .where('auteurId', 'in', ids)
    .execute()
}

async function expectOnce({ marie, lea }: FusionDeTest, bytes: Buffer) {
  expect(await mediasOf(marie, lea)).toMatchObject([
    { auteurId: lea.id, sha256: sha256Of(bytes), statut: 'EN_ATTENTE' },
  ])
}

describe('delivers an upload in progress once, into the account', () => {
  test('with the grant of before', async () => {
    const upload = await half('grant')
    await confirmFusionBy(server, upload.token)
    const answer = await upload.rest(upload.held)
    expect(answer.statusCode).toBe(204)
    await expectOnce(upload, upload.bytes)
    expect((await askOffset(server, upload.location, upload.held)).headers['x-media-id']).toBe(
      answer.headers['x-media-id'],
    )
  })

  test('with the session of the account', async () => {
    const upload = await half('session')
    await confirmFusionBy(server, upload.token)
    expect((await upload.rest(upload.held)).statusCode).toBe(401)
    expect((await goOn(upload.location, upload.lea.token, upload.bytes)).statusCode).toBe(204)
    await expectOnce(upload, upload.bytes)
  })

  test('when the account announces the same item again', async () => {
    const upload = await half('grant')
    await confirmFusionBy(server, upload.token)
    const { lea, bytes, clientUploadId } = upload
    const again = await beginUpload(server, { token: lea.token, evenementId, bytes, clientUploadId })
    expect([again.statusCode, again.headers.location]).toEqual([200, upload.location])
    await goOn(upload.location, lea.token, bytes)
    await expectOnce(upload, bytes)
  })

  test('with the grant of before, when the account has cancelled it and started it again', async () => {
    const upload = await half('grant')
    await confirmFusionBy(server, upload.token)
    const { lea, bytes, clientUploadId, location, held } = upload
    await server.call('DELETE', location.slice(4), { token: lea.token, headers: tus })
    const again = await beginUpload(server, { token: lea.token, evenementId, bytes, clientUploadId })
    const answer = await sendBytes(server, String(again.headers.location), { token: held, offset: 0, bytes })
    expect(answer.statusCode).toBe(204)
    await expectOnce(upload, bytes)
  })

  test('when the account has the same photo already', async () => {
    const upload = await half('grant')
    const { lea, bytes } = upload
    await uneInscription(server, { evenementId, utilisateurId: lea.id, statut: 'VALIDE' })
    await unConsentement(server, lea.id)
    await depositInOne(server, { token: lea.token, evenementId, bytes })
    await confirmFusionBy(server, upload.token)
    expect((await upload.rest(upload.held)).headers['x-duplicate']).toBe('1')
    await expectOnce(upload, bytes)
  })

  test('when both have announced an item with the same id', async () => {
    const upload = await half('grant')
    const { lea, bytes, clientUploadId } = upload
    await uneInscription(server, { evenementId, utilisateurId: lea.id, statut: 'VALIDE' })
    await unConsentement(server, lea.id)
    const own = await beginUpload(server, { token: lea.token, evenementId, bytes, clientUploadId })
    await confirmFusionBy(server, upload.token)
    expect((await upload.rest(upload.held)).statusCode).toBe(404)
    await goOn(String(own.headers.location), lea.token, bytes)
    await expectOnce(upload, bytes)
  })

  test.each(['grant', 'session'] as const)(
    'wherever in its last request the fusion comes, by a %s',
    async (credential) => {
      let steps = 0
      for (let at = 1, isHeld = true; isHeld; at += step) {
        // An event of the free plan has 30 places.
        await openEvenement()
        const upload = await half(credential)
        const confirming = { token: upload.token, ip: '203.0.113.7' }
        let underWay: Promise<void> | undefined
        const merge = async () => void (await confirmFusion(node.parts, confirming))
        const meanwhile = async () => void ({ underWay } = await begin(node, merge))
        const { result, held } = await runHeld({ at, meanwhile }, async () => await upload.rest(upload.held))
        await (underWay ?? merge())
        isHeld = held !== null
        steps += 1
        const token = credential === 'grant' ? upload.held : upload.lea.token
        const isDelivered = result.headers['x-media-id'] !== undefined
        const last = isDelivered ? result : await goOn(upload.location, token, upload.bytes)
        expect({ at, held, isClear: result.statusCode < 500 }).toEqual({ at, held, isClear: true })
        expect({ at, held, status: last.statusCode }).toEqual({ at, held, status: 204 })
        await expectOnce(upload, upload.bytes)
      }
      expect(steps * step).toBeGreaterThan(20)
    },
  )
})

describe('leaves the grant of before nothing else of the account', () => {
  test('no new upload, and no upload of the account', async () => {
    const { marie, lea, held, token, location, clientUploadId } = await half('grant')
    await confirmFusionBy(server, token)
    const bytes = await unePhoto()
    const fresh = await beginUpload(server, { token: held, evenementId, bytes })
    expect([fresh.statusCode, fresh.json()]).toMatchObject([403, { code: 'upload.autorisation_expiree' }])
    const own = randomUUID()
    const begun = await beginUpload(server, { token: lea.token, evenementId, bytes, clientUploadId: own })
    for (const answer of [
      await askOffset(server, String(begun.headers.location), held),
      await sendBytes(server, String(begun.headers.location), { token: held, offset: 0, bytes }),
      await server.call('DELETE', String(begun.headers.location).replace(/^\/api/, ''), { token: held, headers: tus }),
    ])
      expect(answer.statusCode).toBe(404)
    const ids = [clientUploadId, own]
    const path = `${uploadsPath(evenementId)}/reconcile`
    const states = await server.call('POST', path, { token: held, body: { ids } })
    expect(states.json<Reconciled[]>().map(({ etat }) => etat)).toEqual(['open', 'unknown'])
    // A cancelled upload cannot become another photo.
    await server.call('DELETE', location.replace(/^\/api/, ''), { token: held, headers: tus })
    const again = await beginUpload(server, { token: held, evenementId, bytes, clientUploadId })
    expect(again.statusCode).toBe(403)
    expect(await mediasOf(marie, lea)).toEqual([])
  })

  test('nothing once the account signs its other devices out', async () => {
    const { lea, held, token, rest } = await half('grant')
    await confirmFusionBy(server, token)
    const ended = await server.call('DELETE', '/auth/appareils', { token: lea.token })
    expect(ended.statusCode).toBe(200)
    expect((await rest(held)).statusCode).toBe(403)
  })
})
