import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { defaultPlanLimits, type PlanLimits } from '#domain/abonnement/abonnement.ts'
import { storePlanLimits } from '#server/abonnement/limites.ts'
import { type PersonneDeTest, unOrganisateur } from '#tests/support/builders.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
let claire: PersonneDeTest
beforeEach(async () => {
  server = await startTestServer()
  onTestFinished(() => server.stop())
  claire = await unOrganisateur(server)
})

const limits: PlanLimits = {
  plan: 'FREEMIUM',
  max_evenements_actifs: 2,
  max_participants_par_evenement: 7,
  commission_pourcent: 0,
}
const store = (freemium: PlanLimits | null) =>
  storePlanLimits(server.parts.database, freemium && { ...defaultPlanLimits, FREEMIUM: freemium })
const read = async () =>
  (await server.call('GET', '/stripe/plan/limits', { token: claire.token })).json<{ limits: PlanLimits }>().limits
const listed = async () =>
  (await server.call('GET', '/stripe/plans', { token: claire.token }))
    .json<{ plans_disponibles: PlanLimits[] }>()
    .plans_disponibles.find(({ plan }) => plan === 'FREEMIUM')
const create = (titre: string) =>
  server.call('POST', '/frontend/organisateur/evenements', {
    token: claire.token,
    body: {
      titre,
      description: 'Au bord du lac',
      dateDebut: '2026-07-01T14:00:00.000Z',
      dateFin: '2026-07-02T02:00:00.000Z',
      lieu: 'Annecy',
    },
  })

test('applies and shows the limits that the host has set', async () => {
  await store(limits)
  expect(await read()).toEqual(limits)
  expect(await listed()).toMatchObject(limits)
  const codes = []
  for (const titre of ['Fête', 'Bal', 'Noces']) codes.push((await create(titre)).statusCode)
  expect(codes).toEqual([201, 201, 400])
})

test('writes nothing when the limits are those that are stored, so that a server on a full disk starts', async () => {
  await store(limits)
  const insert = vi.spyOn(server.parts.database, 'insertInto')
  const remove = vi.spyOn(server.parts.database, 'deleteFrom')
  await store(limits)
  expect(insert).not.toHaveBeenCalled()
  expect(remove).not.toHaveBeenCalled()
  expect(await read()).toEqual(limits)
})

test('applies the usual limits again once the host sets none', async () => {
  await store(limits)
  await store({ ...limits, max_evenements_actifs: 3 })
  expect((await read()).max_evenements_actifs).toBe(3)
  await store(null)
  expect(await read()).toEqual(defaultPlanLimits.FREEMIUM)
})
