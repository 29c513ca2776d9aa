import { afterAll, beforeAll, expect, test } from 'vitest'
import { isCodeCourt } from '#domain/lien/adresseCourte.ts'
import { adresseCourte } from '#server/database/migrations/0022_adresse_courte.ts'
import { unEvenement, unOrganisateur } from '#tests/support/builders.ts'
import { unLien } from '#tests/support/liens.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('gives every existing link a short code of its own', async () => {
  const { database } = server.parts
  const { id: createurId } = await unOrganisateur(server)
  const { id: evenementId } = await unEvenement(server, { createurId })
  for (let n = 0; n < 3; n += 1) await unLien(server, { evenementId })
  await database.schema.dropIndex('lien_code_court').execute()
  await database.schema.alterTable('lienEvenement').dropColumn('codeCourt').execute()
  await adresseCourte.up(database)
  const codes = (await database.selectFrom('lienEvenement').select('codeCourt').execute()).map((row) => row.codeCourt)
  expect(codes.every((code) => code !== null && isCodeCourt(code))).toBe(true)
  expect(new Set(codes).size).toBe(3)
})
