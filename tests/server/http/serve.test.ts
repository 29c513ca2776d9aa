import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#domain/contract/endpoints.ts'
import type { AccessRules } from '#server/http/access.ts'
import { handleErrors } from '#server/http/errorHandler.ts'
import { openContract } from '#server/http/serve.ts'
import { sessionAccess } from '#server/session/session.access.ts'
import { unEvenement, unOrganisateur, type PersonneDeTest } from '#tests/support/builders.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
let claire: PersonneDeTest
beforeAll(async () => {
  server = await startTestServer()
  claire = await unOrganisateur(server)
  await unEvenement(server, { createurId: claire.id })
})
afterAll(() => server.stop())

const list = '/frontend/organisateur/evenements'

test('fails at start when an endpoint has no access rule', () => {
  expect(() => openContract(Fastify(), sessionAccess(server.parts))).toThrow(/no access rule "evenement/)
})

test('fails at start when an endpoint has no handler', () => {
  const rules: AccessRules = new Proxy({}, { get: () => () => Promise.resolve({ acteur: null, resource: null }) })
  const { serve, finish } = openContract(Fastify(), rules)
  serve(endpoints.service.health, () => ({ status: 'ok' as const, version: '1', ffmpeg: true }))
  expect(finish).toThrow(/utilisateur\/login/)
  expect(finish).not.toThrow(/service\/health/)
})

test('answers 500 when an answer violates the contract, and never sends undeclared fields', async () => {
  const app = Fastify()
  handleErrors(app)
  const rules: AccessRules = new Proxy({}, { get: () => () => Promise.resolve({ acteur: null, resource: null }) })
  const { serve } = openContract(app, rules)
  serve(endpoints.service.health, () => ({ status: 'ok', version: '1', ffmpeg: true, motDeBase: 'secret' }) as never)
  serve(endpoints.utilisateur.me, () => ({ id: 'un' }) as never)
  expect((await app.inject('/api/health')).json()).toEqual({ status: 'ok', version: '1', ffmpeg: true })
  expect((await app.inject('/api/auth/me')).statusCode).toBe(500)
})

test('sends only the id of a list entry that violates the contract, and the others whole', async () => {
  const app = Fastify()
  handleErrors(app)
  const rules: AccessRules = new Proxy({}, { get: () => () => Promise.resolve({ acteur: null, resource: null }) })
  const { serve } = openContract(app, rules)
  const whole = (await server.call('GET', list, { token: claire.token })).json<object[]>()
  const damaged = { ...whole[0], id: 7, statut: 'REPORTE', motDeBase: 'secret' }
  serve(endpoints.evenement.list, () => [damaged, 'rien', ...whole] as never)
  const answer = await app.inject(`/api${list}`)
  expect([answer.statusCode, answer.json()]).toEqual([200, [{ id: 7 }, {}, ...whole]])
})

test('lets other requests run while a long list is validated', async () => {
  const app = Fastify()
  handleErrors(app)
  const rules: AccessRules = new Proxy({}, { get: () => () => Promise.resolve({ acteur: null, resource: null }) })
  const { serve } = openContract(app, rules)
  const [whole] = (await server.call('GET', list, { token: claire.token })).json<object[]>()
  let readInTurn = 0
  let most = 0
  const read = (id: number) => {
    if (readInTurn === 0) setImmediate(() => (readInTurn = 0))
    readInTurn += 1
    most = Math.max(most, readInTurn)
    return id
  }
  const counted = (id: number) =>
    Object.defineProperty({ ...whole }, 'id', { enumerable: true, get: () => read(id) }) as never
  serve(endpoints.evenement.list, () => Array.from({ length: 1201 }, (_, n) => counted(n + 1)))
  const answer = await app.inject(`/api${list}`)
  expect(answer.body).toBe(JSON.stringify(Array.from({ length: 1201 }, (_, n) => ({ ...whole, id: n + 1 }))))
  expect(most).toBe(500)
})

test('refuses malformed JSON, a wrong type and a huge body in the same error format', async () => {
  const json = { 'content-type': 'application/json' }
  const post = (payload: string, headers: Record<string, string>) =>
    server.app.inject({ method: 'POST', url: '/api/auth/login', payload, headers })
  const malformed = await post('{"email":', json)
  expect(malformed.statusCode).toBe(400)
  expect(malformed.json()).toEqual({
    message: "La requête est invalide : le corps n'est pas lisible",
    code: 'requete.invalide',
  })
  expect((await post('<a/>', { 'content-type': 'text/xml' })).json()).toMatchObject({ code: 'requete.type' })
  const huge = await post(`{"email":"${'a'.repeat(1_100_000)}"}`, json)
  expect(huge.statusCode).toBe(413)
  expect(huge.json()).toMatchObject({ code: 'requete.trop_volumineuse' })
})

test('names the field of an invalid body without its own message', async () => {
  const answer = await server.call('POST', '/auth/confirm-email', { token: claire.token, body: { token: 3 } })
  expect(answer.json()).toEqual({
    message: 'La requête est invalide : le champ « token » est incorrect',
    code: 'requete.invalide',
  })
})

test('answers 304 for an unchanged list only', async () => {
  const first = await server.call('GET', list, { token: claire.token })
  const tag = String(first.headers['etag'])
  expect(first.headers['cache-control']).toBe('no-store')
  const again = await server.call('GET', list, { token: claire.token, headers: { 'if-none-match': `W/${tag}` } })
  expect(again.statusCode).toBe(304)
  expect(again.body).toBe('')
  await unEvenement(server, { createurId: claire.id, titre: 'Un autre' })
  const changed = await server.call('GET', list, { token: claire.token, headers: { 'if-none-match': tag } })
  expect(changed.statusCode).toBe(200)
})
