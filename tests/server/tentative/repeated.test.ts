import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attemptKeysOf } from '#server/tentative/attemptKeys.ts'
import { isRepeated } from '#server/tentative/repeated.ts'
import { unOrganisateur } from '#tests/support/builders.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const ask = (request: Parameters<typeof isRepeated>[1]) =>
  server.parts.database.transaction().execute((database) => isRepeated({ ...server.parts, database }, request))

test('recognises a request by its person, key and content, for a day', async () => {
  const { id: acteurId } = await unOrganisateur(server)
  const { id: other } = await unOrganisateur(server)
  const request = { action: 'message-envoye', acteurId, cle: randomUUID(), content: [7, 'Rendez-vous'] } as const
  expect(await ask(request)).toBe(false)
  expect(await ask(request)).toBe(true)
  expect(await ask({ ...request, content: [7, 'Merci'] })).toBe(false)
  expect(await ask({ ...request, cle: randomUUID() })).toBe(false)
  expect(await ask({ ...request, acteurId: other })).toBe(false)
  expect(await ask({ ...request, action: 'evenement-cree' })).toBe(false)
  server.clock.advance(24 * 3_600_000)
  expect(await ask(request)).toBe(false)
})

test('takes every request without a key for a new one', async () => {
  const { id: acteurId } = await unOrganisateur(server)
  const request = { action: 'evenement-cree', acteurId, cle: undefined, content: ['Fête'] } as const
  expect([await ask(request), await ask(request)]).toEqual([false, false])
})

test('counts every kind of request under a key that is exported and erased with the account', async () => {
  const { id: acteurId, email } = await unOrganisateur(server)
  for (const action of ['message-envoye', 'evenement-cree', 'lien-cree'] as const)
    await ask({ action, acteurId, cle: randomUUID(), content: ['Fête'] })
  const kept = attemptKeysOf({ id: acteurId, email, emailConfirmeLe: null })
  const rows = server.parts.database.selectFrom('tentative').select('id').where('cle', 'in', kept)
  expect(await rows.execute()).toHaveLength(3)
})
