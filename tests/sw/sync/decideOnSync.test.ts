import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { KeptDecision } from '#upload-queue/decisions/decision.ts'
import { openDecisions } from '#upload-queue/decisions/openDecisions.ts'
import { DecisionStore } from '#upload-queue/decisions/decisionStore.ts'
import { StorageBroken } from '#upload-queue/engine/queueErrors.ts'
import { uneDecision } from '#tests/support/decisions.ts'
import { unMediaVu } from '#tests/support/mediaVu.ts'
import { isDecisionTag, sendDecisionsOnSync } from '#sw/sync/decideOnSync.ts'

const { store, discards } = openDecisions({})
let asked: string[]
let askedAt: number
let shown: string[]
let isReachable: boolean

beforeEach(async () => {
  asked = []
  shown = []
  isReachable = true
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (!isReachable) throw new TypeError('offline')
    askedAt = Date.now()
    asked.push(`${path} ${new Headers(init.headers).get('Authorization')}`)
    return Response.json(unMediaVu(Number(/medias\/(\d+)/.exec(path)?.[1]), { statut: 'VALIDE', version: 2 }))
  })
  vi.stubGlobal('clients', { matchAll: async () => [] })
  vi.stubGlobal('registration', { showNotification: async (title: string) => void shown.push(title) })
  vi.stubGlobal('Notification', { permission: 'granted' })
  Object.assign(navigator, { setAppBadge: async () => {}, clearAppBadge: async () => {} })
  await store.saveGrant({ ownerId: 1, evenementId: 7 }, { grant: 'em_1', obtainedAt: 0, expiresAt: 1 })
})
afterEach(async () => {
  await store.erase(1)
  vi.unstubAllGlobals()
})

async function take(change: Partial<KeptDecision> = {}): Promise<KeptDecision> {
  const decision = uneDecision(change)
  await store.add([decision])
  return decision
}
const sync = (lastChance = false) => sendDecisionsOnSync({ lastChance })

test('sends pending decisions with the grant alone', async () => {
  const { mediaId } = await take()
  await sync()
  expect(asked).toEqual([`/api/frontend/organisateur/medias/${mediaId}/valider Bearer em_1`])
  expect(await store.all()).toEqual([])
})

test('sends the decision of a closed page after its hold', async () => {
  const heldUntil = Date.now() + 300
  await take({ heldUntil })
  await sync()
  expect(asked).toHaveLength(1)
  expect(askedAt).toBeGreaterThanOrEqual(heldUntil)
})

test('rejects without network, so that the browser retries; notifies at the last attempt', async () => {
  await take()
  isReachable = false
  await expect(sync()).rejects.toThrow('1 decisions still unsent')
  expect(shown).toEqual([])
  await expect(sync(true)).rejects.toThrow('1 decisions still unsent')
  expect(shown).toEqual(['1 décision attend sur cet appareil'])
})

test('does not retry for decisions that wait for a login', async () => {
  await take({ evenementId: 8 })
  await sync()
  expect((await store.all()).map(({ state }) => state)).toEqual(['waiting_auth'])
})

test('erases what its organiser discarded while the storage was broken, and sends none of it', async () => {
  await take()
  const broken = vi.spyOn(DecisionStore.prototype, 'erase').mockRejectedValueOnce(new StorageBroken('UnknownError'))
  await discards.erase(1)
  broken.mockRestore()
  await sync()
  expect([asked, await store.all()]).toEqual([[], []])
})

test('uses different tags for uploads and decisions', () => {
  expect([isDecisionTag('decisions-b'), isDecisionTag('uploads-a')]).toEqual([true, false])
})
