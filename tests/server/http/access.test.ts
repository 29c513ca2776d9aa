import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#domain/contract/endpoint.ts'
import { allEndpoints } from '#domain/contract/endpoints.ts'
import {
  unConsentement,
  unEvenement,
  uneInscription,
  uneInvitation,
  unMedia,
  unOrganisateur,
  unUpload,
  unUtilisateur,
  type PersonneDeTest,
} from '#tests/support/builders.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
let stranger: PersonneDeTest
let otherOrganiser: PersonneDeTest
let administrator: PersonneDeTest
let signedOut: PersonneDeTest
let foreign: Record<string, string | number>
let mine: Record<string, PersonneDeTest>

beforeAll(async () => {
  server = await startTestServer()
  stranger = await unUtilisateur(server)
  otherOrganiser = await unOrganisateur(server)
  administrator = await unUtilisateur(server, { role: 'ADMINISTRATEUR' })
  signedOut = await unUtilisateur(server)
  await server.call('POST', '/auth/logout', { token: signedOut.token })

  const claire = await unOrganisateur(server)
  const lea = await unUtilisateur(server)
  const evenement = await unEvenement(server, { createurId: claire.id })
  const invitation = await uneInvitation(server, { evenementId: evenement.id, invite: lea })
  const mediaId = (await unMedia(server, { evenementId: evenement.id, auteurId: claire.id, statut: 'VALIDE' })).id
  foreign = {
    evenement: evenement.id,
    inscription: (await uneInscription(server, { evenementId: evenement.id, utilisateurId: lea.id })).id,
    invitation: invitation.id,
    consentement: (await unConsentement(server, lea.id)).id,
    media: mediaId,
    upload: (await unUpload(server, { evenementId: evenement.id, utilisateurId: lea.id })).id,
    lien: await aLink(claire, evenement.id),
    demandeRetrait: await aRequest(lea, mediaId),
    organisateur: claire.id,
    token: invitation.token,
    userId: lea.id,
  }
  mine = { claire, lea }
})
afterAll(() => server.stop())

async function aLink({ token }: PersonneDeTest, id: number): Promise<number> {
  const answer = await server.call('POST', `/frontend/organisateur/evenements/${id}/liens`, { token, body: {} })
  return answer.json<{ id: number }>().id
}

async function aRequest({ token }: PersonneDeTest, id: number): Promise<number> {
  const path = `/frontend/participant/medias/${id}/demandes-retrait`
  const answer = await server.call('POST', path, { token, body: { motif: 'On me voit de trop près.' } })
  return answer.json<{ id: number }>().id
}

const protectedLines = allEndpoints().filter(({ endpoint }) => !/^(public|refreshCookie)$/.test(endpoint.access))
const linesWithObject = protectedLines.filter(({ endpoint }) => endpoint.access.includes('.'))
const linesOfARole = protectedLines.filter(({ endpoint }) =>
  /^(participant|organisateur|administrateur)$/.test(endpoint.access),
)

type IdKind = 'foreign' | 'missing' | 'malformed' | 'huge'
const stand: Record<IdKind, (noun: string) => string> = {
  foreign: (noun) => String(foreign[noun]),
  missing: (noun) => (noun === 'upload' || noun === 'token' ? 'x'.repeat(43) : '987654'),
  malformed: (noun) => (noun === 'upload' || noun === 'token' ? '%00' : '1e3'),
  huge: (noun) => (noun === 'upload' || noun === 'token' ? 'x'.repeat(190) : '9'.repeat(40)),
}

/** The path of an endpoint about a resource; its own id is the foreign, missing or malformed one. */
function addressOf({ access, path }: Endpoint, idKind: IdKind): string {
  const noun = access.split('.')[0] ?? ''
  // The id of the event stands before that of the resource.
  const isBelowEvenement = noun === 'upload' || path.includes(':mediaId')
  const address = path
    .replace(':uploadId', stand[idKind]('upload'))
    .replace(':mediaId', stand[idKind]('media'))
    .replace(':token', stand[idKind]('token'))
    .replace(':userId', String(foreign['userId']))
    .replace(':role', 'PARTICIPANT')
    .replace(':statut', 'EN_COURS')
    .replace(':code', 'x'.repeat(22))
    .replace(':id', isBelowEvenement ? String(foreign['evenement']) : stand[idKind](noun))
  if (address.includes(':')) throw new Error(`no value for a part of ${address}`)
  return address
}

const call = (endpoint: Endpoint, path: string, token: string | null) => server.call(endpoint.method, path, { token })

describe('answers 401 to a signed-out client at any address', () => {
  test.each(protectedLines)('$name', async ({ endpoint }) => {
    for (const idKind of ['foreign', 'missing', 'malformed'] as const) {
      const path = addressOf(endpoint, idKind)
      const nobody = await call(endpoint, path, null)
      const ended = await call(endpoint, path, signedOut.token)
      expect([idKind, nobody.statusCode, ended.statusCode]).toEqual([idKind, 401, 401])
      if (endpoint.method === 'HEAD') continue
      expect(nobody.json()).toMatchObject({ code: 'session.requise' })
      expect(ended.json()).toMatchObject({ code: 'session.expiree' })
    }
  })
})

describe('answers for a foreign resource byte for byte like for a missing and a malformed one', () => {
  test.each(linesWithObject)('$name', async ({ endpoint }) => {
    for (const person of [stranger, otherOrganiser, administrator]) {
      const answers = await Promise.all(
        (['foreign', 'missing', 'malformed', 'huge'] as const).map((idKind) =>
          call(endpoint, addressOf(endpoint, idKind), person.token),
        ),
      )
      const [first] = answers
      expect([403, 404]).toContain(first?.statusCode)
      for (const answer of answers) {
        expect({ status: answer.statusCode, body: answer.body }).toEqual({
          status: first?.statusCode,
          body: first?.body,
        })
      }
    }
  })
})

describe('refuses the other roles in a call for one role', () => {
  test.each(linesOfARole)('$name', async ({ endpoint }) => {
    const people = [stranger, otherOrganiser, administrator]
    for (const person of people.filter((one) => one.role !== endpoint.access.toUpperCase())) {
      const answer = await call(endpoint, addressOf(endpoint, 'missing'), person.token)
      expect(answer.statusCode).toBe(403)
      expect(answer.json()).toEqual({ message: 'Accès refusé', code: 'acces.refuse' })
    }
  })
})

test('answers 403 for lists below a foreign event, and 404 for the resources themselves', () => {
  const statusOf = async (path: string) => (await server.call('GET', path, { token: stranger.token })).statusCode
  const id = foreign['evenement']
  return Promise.all([
    expect(statusOf(`/frontend/organisateur/evenements/${id}/participants`)).resolves.toBe(403),
    expect(statusOf(`/frontend/organisateur/evenements/${id}/medias`)).resolves.toBe(403),
    expect(statusOf(`/frontend/participant/evenements/${id}/medias`)).resolves.toBe(403),
    expect(statusOf(`/frontend/participant/evenements/${id}`)).resolves.toBe(404),
    expect(statusOf(`/frontend/organisateur/evenements/${id}`)).resolves.toBe(404),
    expect(statusOf(`/frontend/participant/medias/${foreign['media']}`)).resolves.toBe(404),
  ])
})

test('answers the same addresses for their owners', async () => {
  const as = async (who: string, path: string) =>
    (await server.call('GET', path, { token: mine[who]?.token ?? null })).statusCode
  const id = foreign['evenement']
  expect(await as('claire', `/frontend/organisateur/evenements/${id}`)).toBe(200)
  expect(await as('claire', `/frontend/organisateur/evenements/${id}/participants`)).toBe(200)
  expect(await as('lea', `/frontend/participant/evenements/${id}`)).toBe(200)
  expect(await as('lea', `/frontend/participant/evenements/${id}/medias`)).toBe(200)
  expect(await as('lea', `/frontend/participant/medias/${foreign['media']}`)).toBe(200)
})
