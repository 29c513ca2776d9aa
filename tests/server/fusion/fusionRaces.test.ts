import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmFusion } from '#server/fusion/fusion.usecases.ts'
import { type PersonneDeTest, unEvenement, unOrganisateur } from '#tests/support/builders.ts'
import { begin, openSecondNode, type SecondNode } from '#tests/support/everyCall/endings.ts'
import { type FusionDeTest, uneFusion } from '#tests/support/fusion.ts'
import { runHeld, wrapHeldCalls } from '#tests/support/heldCalls.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
/** On SQLite a held request has the connection of its process. */
let node: SecondNode
beforeAll(async () => {
  server = await startTestServer()
  node = await openSecondNode(server)
  await wrapHeldCalls(server.parts.database)
})
afterAll(async () => {
  await node.stop()
  await server.stop()
})

interface Scene extends FusionDeTest {
  readonly evenementId: number
  readonly claire: PersonneDeTest
}

/** Makes an organiser's call about a guest, held at each of its steps while the guest becomes a part of an account. */
async function atEachStep(
  call: (scene: Scene) => Promise<{ statusCode: number }>,
  check: (scene: Scene, status: number) => Promise<void>,
): Promise<number> {
  for (let at = 1; ; at += 1) {
    const claire = await unOrganisateur(server)
    const { id: evenementId } = await unEvenement(server, { createurId: claire.id })
    const scene = { ...(await uneFusion(server, { evenementId })), evenementId, claire }
    const merge = async () => void (await confirmFusion(node.parts, { token: scene.token, ip: '203.0.113.7' }))
    let underWay: Promise<void> | undefined
    const meanwhile = async () => void ({ underWay } = await begin(node, merge))
    const { result, held } = await runHeld({ at, meanwhile }, async () => await call(scene))
    await (underWay ?? merge())
    await check(scene, result.statusCode)
    if (held === null) return at
  }
}

test('gives a reward to the account when its guest moves meanwhile, or refuses it', async () => {
  const steps = await atEachStep(
    ({ marie, evenementId, claire }) =>
      server.call('POST', `/organisateur/evenements/${evenementId}/participants/${marie.id}/recompenser`, {
        token: claire.token,
        body: { titre: 'Merci', message: 'Pour vos photos' },
      }),
    async ({ marie, lea }, status) => {
      const rows = await server.parts.database
        .selectFrom('recompense')
        .select('utilisateurId')
        .where('utilisateurId', 'in', [marie.id, lea.id])
        .execute()
      expect({ status, rows }).toEqual({ status, rows: status < 300 ? [{ utilisateurId: lea.id }] : [] })
    },
  )
  expect(steps).toBeGreaterThan(4)
})

test('renames neither the account nor the ended guest when the guest moves meanwhile', async () => {
  await atEachStep(
    ({ marie, claire }) =>
      server.call('PUT', `/inscriptions/${marie.inscriptionId}/prenom`, {
        token: claire.token,
        body: { prenom: 'Zoe' },
      }),
    async ({ marie, lea }) => {
      const rows = await server.parts.database
        .selectFrom('utilisateur')
        .select('prenom')
        .where('id', 'in', [marie.id, lea.id])
        .orderBy('id')
        .execute()
      expect(rows.map(({ prenom }) => prenom).toSorted((a, b) => a.localeCompare(b))).toEqual(['Compte', 'Léa'])
    },
  )
})
