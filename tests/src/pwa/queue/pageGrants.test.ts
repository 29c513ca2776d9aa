import { expect, test } from 'vitest'
import { PageGrants } from '#src/pwa/queue/pageGrants.ts'
import type { GrantAnswer, QueueSession } from '#src/pwa/queue/queueSession.ts'
import type { Grant } from '#upload-queue/engine/ports.ts'
import { StorageFull } from '#upload-queue/engine/queueErrors.ts'

const karim = 7
const answerOf = (grant: string): GrantAnswer => ({ grant, expire: new Date(Date.now() + 3_600_000).toISOString() })

function pageGrants() {
  const stored = new Map<number, Grant>()
  const device = { isFull: false }
  const grants = new PageGrants({
    clock: { now: Date.now },
    grants: {
      find: async (_owner: number, evenementId: number) => stored.get(evenementId) ?? null,
      save: async ({ evenementId }: { evenementId: number }, { grant }: { grant: string }) => {
        if (device.isFull) throw new StorageFull()
        const kept = { grant, grantId: grant }
        stored.set(evenementId, kept)
        return kept
      },
    },
  } as never)
  return { grants, stored, device }
}

const sessionOf = (fetchGrant: QueueSession['fetchGrant'], utilisateurId = karim): QueueSession => ({
  ownerId: utilisateurId,
  fetchGrant,
  isAlive: () => true,
})

test('stores the grant of the new session when the same person logged in again during the request', async () => {
  const { grants, stored } = pageGrants()
  const slow = Promise.withResolvers<GrantAnswer>()
  grants.session = sessionOf(() => slow.promise)
  const renewed = grants.renew(karim, 1)
  grants.forget(karim)
  grants.session = sessionOf(() => Promise.resolve(answerOf('nouveau')))
  await grants.renew(karim, 1)
  slow.resolve(answerOf('ancien'))
  expect(await renewed).toMatchObject({ grant: 'nouveau' })
  expect(stored.get(1)?.grant).toBe('nouveau')
})

test('stores nothing when the person logged out or another one logged in during the request', async () => {
  for (const next of [null, sessionOf(() => Promise.resolve(answerOf('autre')), 8)]) {
    const { grants, stored } = pageGrants()
    const slow = Promise.withResolvers<GrantAnswer>()
    grants.session = sessionOf(() => slow.promise)
    const renewed = grants.renew(karim, 1)
    grants.forget(karim)
    grants.session = next
    slow.resolve(answerOf('ancien'))
    expect(await renewed).toEqual({ none: 'no_session' })
    expect(stored.size).toBe(0)
  }
})

test('uses the newer grant in memory when a full storage could not replace the stored one', async () => {
  const { grants, stored, device } = pageGrants()
  const answers = ['ancien', 'nouveau', 'suivant']
  grants.session = sessionOf(async () => answerOf(answers.shift() ?? 'aucun'))
  await grants.renew(karim, 1)
  device.isFull = true
  await grants.renew(karim, 1)
  expect(stored.get(1)?.grant).toBe('ancien')
  expect(await grants.find(karim, 1)).toMatchObject({ grant: 'nouveau' })
  device.isFull = false
  await grants.renew(karim, 1)
  expect(await grants.find(karim, 1)).toMatchObject({ grant: 'suivant' })
})
