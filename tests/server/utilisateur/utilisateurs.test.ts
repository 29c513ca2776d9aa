import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Utilisateur } from '#domain/utilisateur/utilisateur.ts'
import { type PersonneDeTest, unOrganisateur, unUtilisateur } from '#tests/support/builders.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
let admin: PersonneDeTest
beforeAll(async () => {
  server = await startTestServer()
  admin = await unUtilisateur(server, { role: 'ADMINISTRATEUR', prenom: 'Agnès' })
})
afterAll(() => server.stop())

test('lists all accounts, or those of one role, for an administrator, without passwords', async () => {
  const claire = await unOrganisateur(server)
  const lea = await unUtilisateur(server, { actif: false })
  const all = await server.call('GET', '/users', { token: admin.token })
  expect(all.json<Utilisateur[]>().map(({ id }) => id)).toEqual([lea.id, claire.id, admin.id])
  expect(all.body).not.toContain('argon2')
  expect(all.json<Utilisateur[]>()[0]).toMatchObject({ email: lea.email, statutActif: false })
  const organisateurs = await server.call('GET', '/users/role/ORGANISATEUR', { token: admin.token })
  expect(organisateurs.json<Utilisateur[]>().map(({ id }) => id)).toEqual([claire.id])
})

test('refuses the list to others', async () => {
  const claire = await unOrganisateur(server)
  const karim = await unUtilisateur(server)
  for (const person of [claire, karim]) {
    expect((await server.call('GET', '/users', { token: person.token })).json()).toMatchObject({ code: 'acces.refuse' })
  }
  expect((await server.call('GET', '/users')).statusCode).toBe(401)
})
