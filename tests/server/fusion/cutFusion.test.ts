import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmFusion } from '#server/fusion/fusion.usecases.ts'
import { createGrant } from '#server/grant/grant.ts'
import { unConsentement, unEvenement, uneInscription, unOrganisateur, unUpload } from '#tests/support/builders.ts'
import { cutAt } from '#tests/support/cutStatements.ts'
import { depositInOne } from '#tests/support/deposit.ts'
import { Tables } from '#tests/support/everyCall/tables.ts'
import { uneFusion } from '#tests/support/fusion.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { acteurDe } from '#tests/support/races.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('leaves everything with the guest when any statement fails, and moves everything at the next try', async () => {
  const { parts } = server
  const { id: evenementId } = await unEvenement(server, { createurId: (await unOrganisateur(server)).id })
  const { marie, lea, token } = await uneFusion(server, { evenementId })
  await uneInscription(server, { evenementId, utilisateurId: lea.id, statut: 'EN_ATTENTE' })
  await unConsentement(server, lea.id)
  await unUpload(server, { evenementId, utilisateurId: marie.id })
  await createGrant(parts, { acteur: acteurDe(marie), evenementId, portee: 'upload' })
  const bytes = await unePhoto()
  await depositInOne(server, { token: marie.token, evenementId, bytes: await unePhoto() })
  await depositInOne(server, { token: marie.token, evenementId, bytes })
  await parts.database
    .updateTable('inscription')
    .set({ statutInscription: 'VALIDE' })
    .where('utilisateurId', '=', lea.id)
    .execute()
  await depositInOne(server, { token: lea.token, evenementId, bytes })
  await parts.medias.jobs.idle()
  const ownersOf = async () =>
    (await parts.database.selectFrom('media').select(['auteurId', 'statut']).orderBy('id').execute()).map(
      ({ auteurId, statut }) => [auteurId, statut],
    )
  const tables = await Tables.of(parts)
  const before = JSON.stringify([...(await tables.read())])
  const owners = await ownersOf()
  expect(owners).toEqual([
    [marie.id, 'EN_ATTENTE'],
    [marie.id, 'EN_ATTENTE'],
    [lea.id, 'EN_ATTENTE'],
  ])
  const run = (plugin: KyselyPlugin) =>
    confirmFusion({ ...parts, database: parts.database.withPlugin(plugin) }, { token, ip: '203.0.113.7' })
  const cutRun = async (at: number) => {
    const cut = cutAt(at)
    const [outcome] = await Promise.allSettled([run(cut)])
    return { outcome, isReached: cut.isReached() }
  }
  let cuts = 0
  let last = await cutRun(1)
  while (last.isReached) {
    cuts += 1
    expect(last.outcome).toMatchObject({ status: 'rejected', reason: { message: 'cut' } })
    const isUnchanged = JSON.stringify([...(await tables.read())]) === before
    expect({ cuts, isUnchanged }).toEqual({ cuts, isUnchanged: true })
    expect(await ownersOf()).toEqual(owners)
    last = await cutRun(cuts + 1)
  }
  expect(last.outcome).toMatchObject({ status: 'fulfilled', value: { medias: 2 } })
  expect(cuts).toBeGreaterThan(50)
  expect(await ownersOf()).toEqual([
    [lea.id, 'EN_ATTENTE'],
    [lea.id, 'SUPPRIME'],
    [lea.id, 'EN_ATTENTE'],
  ])
})
