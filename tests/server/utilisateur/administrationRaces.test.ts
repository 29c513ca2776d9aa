import { afterAll, beforeAll, expect, test } from 'vitest'
import { nowIso } from '#server/clock.ts'
import { findUtilisateur, lockUtilisateur, updateUtilisateur } from '#server/utilisateur/utilisateur.repository.ts'
import {
  type PersonneDeTest,
  unAdministrateur,
  unEvenement,
  unMedia,
  unOrganisateur,
  unUtilisateur,
} from '#tests/support/builders.ts'
import { unInvite } from '#tests/support/invites.ts'
import { duringTransaction } from '#tests/support/races.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
let admin: PersonneDeTest
let evenementId: number
beforeAll(async () => {
  server = await startTestServer()
  admin = await unAdministrateur(server)
  const claire = await unOrganisateur(server)
  evenementId = (await unEvenement(server, { createurId: claire.id })).id
})
afterAll(() => server.stop())

const call = (method: 'PUT' | 'DELETE', id: number, body?: object) =>
  server.call(method, `/users/${id}`, { token: admin.token, ...(body && { body }) })

test.each([
  ['a guest', () => unInvite(server, { evenementId })],
  ['an account', () => unUtilisateur(server, { confirme: false })],
] as const)('keeps the address that %s confirms while an administrator changes the name', async (who, make) => {
  const { id } = await make()
  const email = `${who.replace(' ', '-')}@ailleurs.test`
  const confirmed = { email, emailConfirmeLe: nowIso(server.clock), emailEnAttente: null, invite: 0 } as const
  const outcome = await duringTransaction(server, {
    first: (database) => updateUtilisateur(database, id, confirmed),
    work: () => call('PUT', id, { prenom: 'Zoé' }),
  })
  expect(outcome).toMatchObject({ value: { statusCode: 200 } })
  expect(await findUtilisateur(server.parts.database, id)).toMatchObject({ ...confirmed, prenom: 'Zoé' })
})

test('erases a photo that is committed while an administrator erases its author', async () => {
  const { id } = await unUtilisateur(server)
  const outcome = await duringTransaction(server, {
    first: async (database) => {
      await lockUtilisateur(database, id)
      await unMedia({ parts: { ...server.parts, database } }, { evenementId, auteurId: id })
    },
    work: () => call('DELETE', id),
  })
  expect(outcome).toMatchObject({ value: { statusCode: 200 } })
  const left = server.parts.database.selectFrom('media').select('id').where('auteurId', '=', id)
  expect(await left.execute()).toEqual([])
})

test('lets two administrators change each other at the same time', async () => {
  const other = await unAdministrateur(server)
  const rename = (by: PersonneDeTest, id: number) =>
    server.call('PUT', `/users/${id}`, { token: by.token, body: { prenom: 'Zoé' } })
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? rename(admin, other.id) : rename(other, admin.id))),
  )
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
})
