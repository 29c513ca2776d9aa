import { afterAll, beforeAll, expect, test } from 'vitest'
import { utilisateursMax, type PageUtilisateurs } from '#domain/utilisateur/pageUtilisateurs.ts'
import { type PersonneDeTest, unAdministrateur, unOrganisateur, unUtilisateur } from '#tests/support/builders.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

/** More than one call of a search compares. */
const many = 1100
let server: TestServer
let admin: PersonneDeTest
let zoe: PersonneDeTest
beforeAll(async () => {
  server = await startTestServer()
  zoe = await unUtilisateur(server, { role: 'ORGANISATEUR', prenom: 'Zoé', nom: 'Lefèvre' })
  admin = await unAdministrateur(server)
  const { id: _, ...row } = await server.parts.database
    .selectFrom('utilisateur')
    .selectAll()
    .where('id', '=', (await unUtilisateur(server)).id)
    .executeTakeFirstOrThrow()
  const people = Array.from({ length: many }, (_one, n) => ({
    ...row,
    prenom: `Invité${n}`,
    email: `p${n}@eclats.test`,
  }))
  for (let at = 0; at < many; at += 500) {
    await server.parts.database
      .insertInto('utilisateur')
      .values(people.slice(at, at + 500))
      .execute()
  }
})
afterAll(() => server.stop())

async function search(query: Record<string, string | number> = {}): Promise<PageUtilisateurs> {
  const text = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))
  return (await server.call('GET', `/users/recherche?${text}`, { token: admin.token })).json<PageUtilisateurs>()
}

test('lists accounts in pages, newest first, each account once', async () => {
  const seen: number[] = []
  for (let apres: number | null | undefined; apres !== null;) {
    const page: PageUtilisateurs = await search(apres === undefined ? {} : { apres })
    expect(page.utilisateurs.length).toBeLessThanOrEqual(utilisateursMax)
    seen.push(...page.utilisateurs.map(({ id }) => id))
    apres = page.suite
  }
  expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => b - a))
  expect(seen).toHaveLength(many + 3)
})

test('finds words of the name and the address without accents, after as many calls as it takes', async () => {
  const first = await search({ recherche: 'lefevre ZOE' })
  expect([first.utilisateurs, typeof first.suite]).toEqual([[], 'number'])
  const next = await search({ recherche: 'lefevre ZOE', apres: first.suite ?? 0 })
  expect([next.utilisateurs.map(({ id }) => id), next.suite]).toEqual([[zoe.id], null])
})

test('goes on after the last account of a page that a search has filled', async () => {
  const first = await search({ recherche: 'invite' })
  const next = await search({ recherche: 'invite', apres: first.suite ?? 0 })
  expect(first.suite).toBe(first.utilisateurs.at(-1)?.id)
  expect(next.utilisateurs[0]?.id).toBe((first.suite ?? 0) - 1)
})

test('lists one role, and leaves erased accounts out', async () => {
  const page = await search({ role: 'ORGANISATEUR' })
  expect([page.utilisateurs.map(({ id }) => id), page.suite]).toEqual([[zoe.id], null])
  const gone = await unOrganisateur(server)
  await server.call('DELETE', `/users/${gone.id}`, { token: admin.token })
  expect((await search({ role: 'ORGANISATEUR' })).utilisateurs.map(({ id }) => id)).toEqual([zoe.id])
})

test('names the only active administrator', async () => {
  expect((await search()).seulAdministrateurId).toBe(admin.id)
  const other = await unAdministrateur(server)
  expect((await search()).seulAdministrateurId).toBeNull()
  await server.call('PUT', `/users/${other.id}`, { token: admin.token, body: { statutActif: false } })
  expect((await search()).seulAdministrateurId).toBe(admin.id)
})

test('refuses a search by others', async () => {
  const answer = await server.call('GET', '/users/recherche', { token: zoe.token })
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, 'acces.refuse'])
})
