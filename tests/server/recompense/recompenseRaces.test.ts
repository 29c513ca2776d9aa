import { afterAll, beforeAll, expect, test } from 'vitest'
import { eraseUtilisateur } from '#server/utilisateur/effacement.ts'
import { findUtilisateur } from '#server/utilisateur/utilisateur.repository.ts'
import { uneFete } from '#tests/support/fete.ts'
import { duringTransaction } from '#tests/support/races.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('gives no reward to a person whose account is erased at that moment', async () => {
  const { claire, karim, evenementId } = await uneFete(server, { deposants: [] })
  const { database, clock } = server.parts
  const row = await findUtilisateur(database, karim.id)
  if (!row) throw new Error('no account')
  const outcome = await duringTransaction(server, {
    first: (transaction) => eraseUtilisateur({ database: transaction, clock }, row, 'aucun'),
    work: () =>
      server.call('POST', `/organisateur/evenements/${evenementId}/participants/${karim.id}/recompenser`, {
        token: claire.token,
        body: { titre: 'Merci', message: 'Pour vos photos' },
      }),
  })
  expect(outcome).toMatchObject({ value: { statusCode: 404 } })
  for (const table of ['recompense', 'notification'] as const) {
    const rows = database.selectFrom(table).select('id').where('utilisateurId', '=', karim.id)
    expect(await rows.execute()).toEqual([])
  }
})
