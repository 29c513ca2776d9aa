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

test('lists thousands of accounts, newest first, and lets other requests run while it reads them', async () => {
  const { database } = server.parts
  const rows = Array.from({ length: 2100 }, (_, n) => ({
    email: null,
    emailConfirmeLe: null,
    emailEnAttente: null,
    motDePasse: '',
    nom: `Nom ${n}`,
    prenom: 'Prénom',
    role: 'PARTICIPANT' as const,
    statutActif: 1 as const,
    invite: 1 as const,
    // Some of the same instant, some older than accounts before them.
    dateCreation: new Date(Date.UTC(2026, 0, 1) + ((n * 7) % 1000) * 1000).toISOString(),
    derniereActivite: new Date(Date.UTC(2026, 0, 1)).toISOString(),
    archiveLe: null,
  }))
  for (let at = 0; at < rows.length; at += 700)
    await database
      .insertInto('utilisateur')
      .values(rows.slice(at, at + 700))
      .execute()
  let turns = 0
  const count = () => {
    turns += 1
    counting = setImmediate(count)
  }
  let counting = setImmediate(count)
  const answer = await server.call('GET', '/users/role/PARTICIPANT', { token: admin.token })
  clearImmediate(counting)
  const listed = answer.json<Utilisateur[]>()
  const ids = await database
    .selectFrom('utilisateur')
    .select('id')
    .where('role', '=', 'PARTICIPANT')
    .orderBy('dateCreation', 'desc')
    .orderBy('id', 'desc')
    .execute()
  expect(listed.map(({ id }) => id)).toEqual(ids.map(({ id }) => id))
  expect(listed).toHaveLength(new Set(listed.map(({ id }) => id)).size)
  expect(turns).toBeGreaterThan(4)
})

test('refuses the list to others', async () => {
  const claire = await unOrganisateur(server)
  const karim = await unUtilisateur(server)
  for (const person of [claire, karim]) {
    expect((await server.call('GET', '/users', { token: person.token })).json()).toMatchObject({ code: 'acces.refuse' })
  }
  expect((await server.call('GET', '/users')).statusCode).toBe(401)
})
