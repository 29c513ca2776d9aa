import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { expireAbonnements } from '#server/abonnement/abonnement.jobs.ts'
import { findAbonnement } from '#server/abonnement/abonnement.repository.ts'
import { isoFromNow } from '#server/clock.ts'
import type { AbonnementRow } from '#server/database/tables/people.ts'
import { type PersonneDeTest, unAbonnement, unOrganisateur } from '#tests/support/builders.ts'
import { duringTransaction } from '#tests/support/races.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

const day = 86_400_000
let server: TestServer
let claire: PersonneDeTest
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  claire = await unOrganisateur(server)
  await unAbonnement(server, claire.id, 'VIP')
})

const set = (change: Partial<AbonnementRow>, { database } = server.parts) =>
  database.updateTable('abonnement').set(change).where('utilisateurId', '=', claire.id).execute()
const read = () => findAbonnement(server.parts.database, claire.id)
const changedByJob = () =>
  server.parts.database.selectFrom('audit').select('id').where('objet', '=', `utilisateur:${claire.id}`).execute()

test.each([
  ['a renewal', { dateExpiration: '2027-06-20T12:00:00.000Z' }],
  ['the end by the provider', { statut: 'ANNULE' }],
  ['a resumed renewal', { renouvele: 1 }],
] as const)('keeps %s that is stored while the job ends the subscription', async (_what, change) => {
  await set({ dateExpiration: isoFromNow(server.clock, -day) })
  const outcome = await duringTransaction(server, {
    first: (database) => set(change, { ...server.parts, database }),
    work: () => expireAbonnements(server.parts),
  })
  expect(outcome.status).toBe('fulfilled')
  expect(await read()).toMatchObject({ statut: 'ACTIF', ...change })
  expect(await changedByJob()).toEqual([])
})

test('ends and archives a subscription that does not change', async () => {
  await set({ dateExpiration: isoFromNow(server.clock, -day) })
  await expireAbonnements(server.parts)
  expect(await read()).toMatchObject({ statut: 'EXPIRE' })
  expect(await changedByJob()).toHaveLength(1)
})
