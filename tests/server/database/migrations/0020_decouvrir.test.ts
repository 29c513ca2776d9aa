import { afterAll, beforeAll, expect, test } from 'vitest'
import { decouvrir } from '#server/database/migrations/0020_decouvrir.ts'
import { unEvenement, unOrganisateur } from '#tests/support/builders.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('fills the search text of every existing event', async () => {
  const { database } = server.parts
  const { id: createurId } = await unOrganisateur(server)
  const { id: _, ...like } = await unEvenement(server, { createurId })
  const more = Array.from({ length: 600 }, (__, n) => ({ ...like, titre: `Soirée ${n}` }))
  for (let at = 0; at < more.length; at += 100)
    await database
      .insertInto('evenement')
      .values(more.slice(at, at + 100))
      .execute()
  await database.schema.dropIndex('evenement_public').execute()
  await database.schema.alterTable('evenement').dropColumn('recherche').execute()
  await decouvrir.up(database)
  const rows = await database.selectFrom('evenement').select(['titre', 'recherche']).orderBy('id').execute()
  expect(rows).toHaveLength(601)
  expect(rows[0]?.recherche).toBe('mariage de lea et karim\nune fete au bord du lac\nannecy')
  for (const { recherche, titre } of rows.slice(1))
    expect(recherche).toBe(`soiree ${titre.slice(7)}\nune fete au bord du lac\nannecy`)
})
