import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { ApiError } from '#src/api/apiError.ts'
import { signIn, signOut } from '#src/api/session.ts'
import { decide, decisionQueue, suspendDecisionSession, undoDecisions } from '#src/pwa/decisions/decisions.ts'
import { readDecisionView } from '#src/pwa/decisions/decisionView.ts'
import type { Decision } from '#upload-queue/decisions/decision.ts'
import { DecisionConnection } from '#upload-queue/decisions/decisionDatabase.ts'
import { DecisionStore } from '#upload-queue/decisions/decisionStore.ts'
import { StorageBroken } from '#upload-queue/engine/queueErrors.ts'
import { decisionLockName } from '#upload-queue/decisions/sendDecisions.ts'
import { unToken } from '../../token.ts'

const claire = 801
const hugo = 802
/** Another for each test: a run that an earlier test has started may store a grant for its event. */
let evenementId = 7
const decision = (mediaId: number): Decision => ({
  mediaId,
  evenementId,
  geste: 'valider',
  raison: null,
  version: 1,
  name: `Photo ${mediaId}`,
})
const sessionOf = (utilisateurId: number) => ({
  utilisateurId,
  fetchGrant: async () => ({ grant: `em_${utilisateurId}`, expire: new Date(Date.now() + 3_600_000).toISOString() }),
})
const onScreen = () => readDecisionView().kept.map(({ mediaId }) => mediaId)

beforeEach(async () => {
  evenementId += 1
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
  await decisionQueue.open(sessionOf(claire))
})
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  for (const person of [hugo, claire]) {
    await decisionQueue.open(sessionOf(person))
    await decisionQueue.close({ keep: false })
  }
  vi.unstubAllGlobals()
})

test('shows a decision before it is stored, and keeps it after the page is closed', async () => {
  const taken = decide(claire, [decision(1)])
  expect(onScreen()).toEqual([1])
  await taken
  expect(await decisionQueue.pending()).toBe(1)
})

test('undoes a user action on screen at once, and then on the device', async () => {
  await decide(claire, [decision(1), decision(2)])
  const undone = undoDecisions(readDecisionView().kept)
  expect(onScreen()).toEqual([])
  await undone
  expect(await decisionQueue.pending()).toBe(0)
})

test('shows a decision again when its undo came after its request had left', async () => {
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => {
    asked.resolve()
    return answer.promise
  })
  await decide(claire, [{ ...decision(1), geste: 'favori' }])
  await asked.promise
  await undoDecisions(readDecisionView().kept)
  expect([onScreen(), await decisionQueue.pending()]).toEqual([[1], 1])
  answer.reject(new TypeError('offline'))
})

test('shows decisions only to their person after an expired session, and keeps them for that person', async () => {
  await decide(claire, [decision(1)])
  expect(await suspendDecisionSession()).toBe(1)
  expect(onScreen()).toEqual([])
  await decisionQueue.open(sessionOf(hugo))
  expect([onScreen(), await decisionQueue.pending()]).toEqual([[], 0])
  await decisionQueue.open(sessionOf(claire))
  expect([onScreen(), await decisionQueue.pending()]).toEqual([[1], 1])
})

test('refuses decisions on a deleted event instead of waiting for a login', async () => {
  const message = 'Événement non trouvé'
  await decisionQueue.open({
    utilisateurId: claire,
    fetchGrant: () => Promise.reject(new ApiError(404, 'evenement.introuvable', message)),
  })
  await decide(claire, [{ ...decision(1), geste: 'favori' }])
  await expect.poll(() => readDecisionView().kept[0]).toMatchObject({ state: 'refused', refusal: { message } })
})

/** Takes a decision of Claire. @returns once the server has refused its grant with this error */
async function decideWithoutGrant(error: ApiError): Promise<void> {
  let requests = 0
  const fetchGrant = () => {
    requests += 1
    return Promise.reject(error)
  }
  await decisionQueue.open({ utilisateurId: claire, fetchGrant })
  await decide(claire, [{ ...decision(1), geste: 'favori' }])
  await expect.poll(() => requests).toBeGreaterThan(0)
}

test.each([
  [503, 'serveur.indisponible'],
  [408, ''],
  [425, ''],
])('waits for the server, and not for a login, when it cannot authorise a decision now: %i', async (status, code) => {
  await decideWithoutGrant(new ApiError(status, code, 'Réessayez plus tard.'))
  await expect.poll(() => readDecisionView().kept[0]).toMatchObject({ state: 'kept', cause: 'network' })
})

test('hides decisions at once when another person signs in', async () => {
  await decide(claire, [decision(1)])
  expect(onScreen()).toEqual([1])
  signIn({ token: unToken({ userId: hugo }), prenom: 'Hugo', nom: 'Petit' }, false)
  expect(onScreen()).toEqual([])
  signOut('logout')
})

test('keeps and hides decisions while another person is signed in before their session has ended here', async () => {
  let requests = 0
  const fetchGrant = () => {
    requests += 1
    return Promise.reject(new ApiError(404, 'evenement.introuvable', 'Événement non trouvé'))
  }
  await decisionQueue.open({ utilisateurId: claire, fetchGrant })
  signIn({ token: unToken({ userId: hugo }), prenom: 'Hugo', nom: 'Petit' }, false)
  await decide(claire, [{ ...decision(1), geste: 'favori' }])
  const stored = () => new DecisionStore(new DecisionConnection()).of(claire)
  await expect.poll(stored).toMatchObject([{ state: 'waiting_auth' }])
  expect([onScreen(), requests]).toEqual([[], 0])
  signOut('logout')
})

test('keeps the decisions of an organiser when the next person signs out before their session has ended', async () => {
  await decide(claire, [decision(1)])
  signIn({ token: unToken({ userId: hugo }), prenom: 'Hugo', nom: 'Petit' }, false)
  expect(await decisionQueue.pending()).toBe(0)
  await decisionQueue.close({ keep: false })
  signOut('logout')
  await decisionQueue.open(sessionOf(claire))
  expect(await decisionQueue.pending()).toBe(1)
})

test('counts and erases the decisions of the signed-in organiser when their session was not opened on this page', async () => {
  await decide(claire, [decision(1)])
  await suspendDecisionSession()
  signIn({ token: unToken({ userId: claire }), prenom: 'Claire', nom: 'Martin' }, false)
  expect(await decisionQueue.pending()).toBe(1)
  await decisionQueue.close({ keep: false })
  signOut('logout')
  expect(await new DecisionStore(new DecisionConnection()).of(claire)).toEqual([])
})

test('waits when an address is unknown to the server, and does not refuse the decision', async () => {
  await decideWithoutGrant(new ApiError(404, 'requete.introuvable', "Cette adresse n'existe pas."))
  await expect.poll(() => readDecisionView().kept[0]).toMatchObject({ state: 'waiting_auth' })
})

test('keeps decisions for the same person at logout, or erases them, as chosen', async () => {
  await decide(claire, [decision(1)])
  await decisionQueue.close({ keep: true })
  await decisionQueue.open(sessionOf(claire))
  expect(await decisionQueue.pending()).toBe(1)
  await decisionQueue.close({ keep: false })
  await decisionQueue.open(sessionOf(claire))
  expect(await decisionQueue.pending()).toBe(0)
})

test('erases what was discarded at a logout while the storage was broken before it shows, sends or takes anything', async () => {
  await decide(claire, [{ ...decision(1), geste: 'favori' }])
  await expect.poll(() => readDecisionView().kept.map(({ cause }) => cause)).toEqual(['network'])
  const sent: unknown[] = []
  const erase = vi.spyOn(DecisionStore.prototype, 'erase').mockRejectedValue(new StorageBroken('UnknownError'))
  await decisionQueue.close({ keep: false })
  vi.stubGlobal('fetch', (path: unknown) => {
    sent.push(path)
    return Promise.reject(new TypeError('offline'))
  })
  await decisionQueue.open(sessionOf(claire))
  await expect(decide(claire, [decision(2)])).rejects.toThrow(StorageBroken)
  expect(onScreen()).toEqual([])
  erase.mockRestore()
  await decide(claire, [decision(3)])
  expect([onScreen(), sent]).toEqual([[3], []])
})

/** Another tab that sends holds the lock, and never releases it. */
async function holdLock(): Promise<void> {
  const held = Promise.withResolvers<void>()
  const frozen = Promise.withResolvers<void>()
  onTestFinished(() => frozen.resolve())
  const request = navigator.locks.request(decisionLockName, () => {
    held.resolve()
    return frozen.promise
  })
  request.catch(() => {})
  await held.promise
}

test('sends although a frozen tab holds the lock, and not while that tab publishes that it sends', async () => {
  await holdLock()
  const wait = vi.spyOn(navigator.locks, 'request')
  const otherTab = new BroadcastChannel('eclats-decisions')
  onTestFinished(() => otherTab.close())
  let requests = 0
  vi.stubGlobal('fetch', () => {
    requests += 1
    return Promise.reject(new TypeError('offline'))
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await decide(claire, [{ ...decision(1), geste: 'favori' }])
  const polls = async () => {
    await vi.advanceTimersByTimeAsync(2000)
    return wait.mock.calls.length
  }
  await expect
    .poll(() => {
      otherTab.postMessage({ sent: null })
      return polls()
    })
    .toBeGreaterThan(30)
  expect(requests).toBe(0)
  wait.mockClear()
  await expect.poll(polls).toBeGreaterThan(5)
  expect(requests).toBe(0)
  await expect.poll(async () => [await polls(), requests]).toEqual([expect.any(Number), 1])
})
