import { afterAll, beforeAll, expect, test } from 'vitest'
import { recherche } from '#server/database/migrations/0040_recherche.ts'
import { unEvenement, unOrganisateur } from '#tests/support/builders.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('writes the search text of existing events with plain apostrophes and letters', async () => {
  const { database } = server.parts
  const { id: createurId } = await unOrganisateur(server)
  const { id } = await unEvenement(server, { createurId, titre: 'L’année du cœur' })
  const byId = database.selectFrom('evenement').select('recherche').where('id', '=', id)
  const written = 'l’annee du cœur\nune fete au bord du lac\nannecy'
  await database.updateTable('evenement').set({ recherche: written }).where('id', '=', id).execute()
  await recherche.up(database)
  expect(await byId.executeTakeFirst()).toEqual({
    recherche: "l'annee du coeur\nune fete au bord du lac\nannecy",
  })
})
