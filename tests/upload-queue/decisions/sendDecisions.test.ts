import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { holdMs, type KeptDecision } from '#upload-queue/decisions/decision.ts'
import { DecisionConnection, type ModerationGrant } from '#upload-queue/decisions/decisionDatabase.ts'
import { DecisionStore } from '#upload-queue/decisions/decisionStore.ts'
import type { DecisionAnswer } from '#upload-queue/decisions/decisionWire.ts'
import { sendDecisions, type SendDeps } from '#upload-queue/decisions/sendDecisions.ts'
import { fillStorage, freeStorage } from '#tests/upload-queue/support/fullStorage.ts'
import { uneDecision } from '#tests/support/decisions.ts'

const done: DecisionAnswer = { kind: 'done', media: null }
const refusal = { status: 409, code: 'media.version', message: 'Ce média a déjà été rejeté à 21:04.' }
const noSession = { none: 'no_session' } as const
const grantNamed = (grant: string): ModerationGrant => ({ grant, obtainedAt: 0, expiresAt: 1 })
const claire = 1
const evenementId = 7
let name: string
let serial = 0
let now: number
let sent: string[]
let answers: (decision: KeptDecision, grant: string) => DecisionAnswer | Promise<DecisionAnswer>
let renew: SendDeps['renew']

beforeEach(async () => {
  name = `decisions ${(serial += 1)}`
  now = 1_000_000
  sent = []
  answers = () => done
  renew = async () => noSession
  await place().store.saveGrant({ ownerId: claire, evenementId }, grantNamed('em_1'))
})

afterEach(freeStorage)

/** A tab or the service worker: its own connection to the same database. */
function place(): SendDeps {
  return {
    store: new DecisionStore(new DecisionConnection(name)),
    discards: { finish: async () => {} },
    wire: async (decision, grant) => {
      sent.push(`${decision.geste} ${decision.mediaId} v${decision.version} ${grant}`)
      return answers(decision, grant)
    },
    now: () => now,
    locks: navigator.locks,
    renew: (...who) => renew(...who),
    onChange: () => {},
  }
}

async function take(mediaId: number, change: Partial<KeptDecision> = {}): Promise<KeptDecision> {
  const decision = uneDecision({ mediaId, ...change })
  await place().store.add([decision])
  return decision
}
const send = (from = place()) => sendDecisions(from, { waitMs: 5000, shouldStop: () => false })
const kept = () => place().store.all()

describe('sending', () => {
  test('sends none that is discarded while an earlier one is sent', async () => {
    for (const mediaId of [1, 2]) await take(mediaId)
    const from = place()
    let finish = async () => {}
    answers = () => {
      finish = () => from.store.erase(claire)
      return done
    }
    await send({ ...from, discards: { finish: () => finish() } })
    expect(sent).toHaveLength(1)
  })

  test('sends decisions in order, each once, and deletes them', async () => {
    for (const mediaId of [3, 1, 2]) await take(mediaId)
    expect(await send()).toMatchObject({ why: 'done', remaining: 0 })
    expect(sent).toEqual(['valider 3 v1 em_1', 'valider 1 v1 em_1', 'valider 2 v1 em_1'])
    await send()
    expect(sent).toHaveLength(3)
    expect(await kept()).toEqual([])
  })

  test('sends each once from a device whose storage is full', async () => {
    await take(1)
    await take(2)
    fillStorage()
    expect(await send()).toMatchObject({ why: 'done', remaining: 0 })
    expect(await kept()).toEqual([])
    expect(sent).toEqual(['valider 1 v1 em_1', 'valider 2 v1 em_1'])
  })

  test('sends a decision again that a device with a full storage could not mark as refused', async () => {
    await take(1)
    answers = () => ({ kind: 'refused', refusal })
    fillStorage()
    expect(await send()).toMatchObject({ why: 'done', remaining: 1 })
    freeStorage()
    await send()
    expect(await kept()).toMatchObject([{ state: 'refused', refusal }])
    expect(sent).toHaveLength(2)
  })

  test('publishes a delivery before the decision is deleted and again afterwards', async () => {
    await take(1)
    const published: string[] = []
    const pending: Promise<number>[] = []
    const from = place()
    const onChange: SendDeps['onChange'] = (change) => {
      published.push(change === null ? 'changed' : `sent ${change.mediaId}`)
      pending.push(from.store.all().then(({ length }) => length))
    }
    await send({ ...from, onChange })
    expect(published).toEqual(['changed', 'sent 1', 'changed'])
    expect(await Promise.all(pending)).toEqual([1, 1, 0])
  })

  test('sends each decision once when two tabs and the worker send concurrently', async () => {
    for (let mediaId = 1; mediaId <= 20; mediaId += 1) await take(mediaId)
    answers = () => new Promise((resolve) => setTimeout(() => resolve(done), 2))
    await Promise.all([send(place()), send(place()), send(place())])
    expect(sent).toHaveLength(20)
    expect(new Set(sent).size).toBe(20)
  })

  test('sends no other decision after another page has taken the lock', async () => {
    for (const mediaId of [1, 2]) await take(mediaId)
    const resumed = Promise.withResolvers<DecisionAnswer>()
    onTestFinished(() => resumed.resolve(done))
    const asked = Promise.withResolvers<void>()
    answers = () => {
      asked.resolve()
      return resumed.promise
    }
    const frozen = send()
    await asked.promise
    answers = () => done
    const visible = sendDecisions(place(), { steal: true, shouldStop: () => false })
    expect(await visible).toMatchObject({ why: 'done', remaining: 0 })
    resumed.resolve({ kind: 'none' })
    expect(await frozen).toBe('busy')
    expect(await kept()).toEqual([])
    expect(sent).toEqual(['valider 1 v1 em_1', 'valider 1 v1 em_1', 'valider 2 v1 em_1'])
  })

  test('holds a decision for ten seconds and returns the remaining time', async () => {
    await take(1, { heldUntil: now + holdMs })
    now += holdMs - 1
    expect(await send()).toEqual({ why: 'done', remaining: 1, nextInMs: 1 })
    expect(sent).toEqual([])
    now += 1
    await send()
    expect(sent).toHaveLength(1)
  })

  test('does not hold decisions longer when the clock is set back a day', async () => {
    await take(1, { heldUntil: now + holdMs })
    now -= 86_400_000
    await send()
    expect(sent).toHaveLength(1)
  })
})

describe('undo', () => {
  test('publishes that a decision can no longer be undone before its request leaves', async () => {
    await take(1)
    const from = place()
    let published = Promise.resolve<readonly KeptDecision[]>([])
    answers = async () => {
      expect(await published).toMatchObject([{ isTried: true }])
      return done
    }
    await send({ ...from, onChange: () => void (published = from.store.all()) })
    expect(sent).toHaveLength(1)
  })

  test('undoes all decisions of one user action and sends none of them', async () => {
    for (const mediaId of [1, 2]) await take(mediaId, { acte: 'tous' })
    await take(3)
    expect(await place().store.takeBack(claire, 'tous')).toHaveLength(2)
    await send()
    expect(sent).toEqual(['valider 3 v1 em_1'])
  })

  test('replaces an unsent decision on the same media; keeps a favourite beside it', async () => {
    await take(1)
    await take(1, { geste: 'favori' })
    await take(1, { geste: 'rejeter', raison: 'Doublon' })
    await send()
    expect(sent).toEqual(['favori 1 v1 em_1', 'rejeter 1 v1 em_1'])
  })

  test('restores the unsent rejection of a photo when its later deletion is undone', async () => {
    await take(1, { geste: 'rejeter', raison: 'Doublon' })
    const validated = await take(1)
    const removed = await take(1, { geste: 'supprimer' })
    await place().store.takeBack(claire, removed.acte)
    expect(await kept()).toMatchObject([{ geste: 'valider' }])
    await place().store.takeBack(claire, validated.acte)
    expect(await kept()).toMatchObject([{ geste: 'rejeter', raison: 'Doublon' }])
    await send()
    expect(sent).toEqual(['rejeter 1 v1 em_1'])
  })

  test('does not undo a later decision that was refused in place of the first one', async () => {
    const from = place()
    await take(1)
    answers = () => ({ kind: 'none' })
    await send(from)
    const later = await take(1, { geste: 'rejeter', raison: 'Doublon' })
    answers = () => ({ kind: 'refused', refusal: { status: 409, code: 'media.version', message: 'Non.' } })
    await send(from)
    expect(await from.store.takeBack(claire, later.acte)).toEqual([])
    expect(await kept()).toMatchObject([{ id: later.id, state: 'refused' }])
  })

  test('does not undo a sent decision without an answer; the next one expects the version it produces', async () => {
    const first = await take(1)
    answers = () => ({ kind: 'none' })
    await send()
    expect(await place().store.takeBack(claire, first.acte)).toEqual([])
    await take(1, { geste: 'rejeter', raison: 'Doublon' })
    answers = () => done
    sent = []
    await send()
    expect(sent).toEqual(['valider 1 v1 em_1', 'rejeter 1 v2 em_1'])
  })

  test('does not count a version twice that the organiser has seen before the answer was repeated', async () => {
    await take(1)
    answers = () => ({ kind: 'none' })
    await send()
    // The live stream has shown what the server made of the first decision.
    await take(1, { geste: 'rejeter', raison: 'Doublon', version: 2 })
    answers = () => done
    sent = []
    await send()
    expect(sent).toEqual(['valider 1 v1 em_1', 'rejeter 1 v2 em_1'])
  })
})

describe('failures', () => {
  test('ends the round at once without network and keeps all decisions', async () => {
    for (const mediaId of [1, 2]) await take(mediaId)
    answers = () => ({ kind: 'none' })
    expect(await send()).toMatchObject({ why: 'no_network', remaining: 2 })
    expect(sent).toHaveLength(1)
    expect((await kept()).map(({ cause }) => cause)).toEqual(['network', null])
  })

  test('holds back only later decisions on the same media after a server error', async () => {
    await take(1)
    await take(1, { geste: 'favori' })
    await take(2)
    answers = ({ mediaId }) => (mediaId === 1 ? { kind: 'later', afterMs: null } : done)
    expect(await send()).toMatchObject({ remaining: 2 })
    expect(sent).toEqual(['valider 1 v1 em_1', 'valider 2 v1 em_1'])
  })

  test('does not send the cover chosen last before an earlier cover that the server could not take', async () => {
    await take(1, { geste: 'couverture' })
    answers = () => ({ kind: 'later', afterMs: null })
    await send()
    await take(2, { geste: 'couverture' })
    answers = ({ mediaId }) => (mediaId === 1 ? { kind: 'later', afterMs: null } : done)
    expect(await send()).toMatchObject({ remaining: 2 })
    answers = () => done
    await send()
    expect(sent.slice(-2)).toEqual(['couverture 1 v1 em_1', 'couverture 2 v1 em_1'])
  })

  test('waits as long as the server asks with Retry-After', async () => {
    for (const mediaId of [1, 2]) await take(mediaId)
    answers = () => ({ kind: 'later', afterMs: 7000 })
    expect(await send()).toEqual({ why: 'wait', remaining: 2, nextInMs: 7000 })
    expect(sent).toHaveLength(1)
  })

  test('keeps a conflict for the user and sends the other decisions', async () => {
    for (const mediaId of [1, 2]) await take(mediaId)
    answers = ({ mediaId }) => (mediaId === 1 ? { kind: 'refused', refusal } : done)
    expect(await send()).toMatchObject({ why: 'done', remaining: 0 })
    expect(await kept()).toMatchObject([{ mediaId: 1, state: 'refused', refusal }])
    await send()
    expect(sent).toHaveLength(2)
  })
})

describe('conflict', () => {
  test('refuses the later decision too when another device decided before the first one arrived', async () => {
    await take(1)
    answers = () => ({ kind: 'none' })
    await send()
    await take(1, { geste: 'supprimer' })
    answers = ({ version }) => (version === 1 ? { kind: 'refused', refusal } : done)
    sent = []
    await send()
    await send()
    expect(sent).toEqual(['valider 1 v1 em_1'])
    expect(await kept()).toMatchObject([{ geste: 'supprimer', state: 'refused', refusal }])
  })

  test('sends a favourite on a media whose statut another device has decided', async () => {
    await take(1)
    answers = () => ({ kind: 'none' })
    await send()
    await take(1, { geste: 'favori', version: 2 })
    answers = ({ geste }) => (geste === 'valider' ? { kind: 'refused', refusal } : done)
    sent = []
    await send()
    expect(sent).toEqual(['valider 1 v1 em_1', 'favori 1 v2 em_1'])
    expect(await kept()).toMatchObject([{ geste: 'valider', state: 'refused', refusal }])
  })

  test('sends a decision that was made on the version of the other device', async () => {
    await take(1)
    answers = () => ({ kind: 'none' })
    await send()
    await take(1, { geste: 'supprimer', version: 3 })
    answers = ({ version }) => (version === 1 ? { kind: 'refused', refusal } : done)
    sent = []
    await send()
    expect(sent).toEqual(['valider 1 v1 em_1', 'supprimer 1 v3 em_1'])
  })
})

describe('grant', () => {
  test('never sends a decision with the grant of another person', async () => {
    await take(1, { ownerId: 2 })
    expect(await send()).toMatchObject({ remaining: 0 })
    expect(sent).toEqual([])
    expect(await kept()).toMatchObject([{ ownerId: 2, state: 'waiting_auth' }])
  })

  test('waits when the grant is expired or revoked and sends with the next grant of the same person', async () => {
    await take(1)
    answers = (_, grant) => (grant === 'em_1' ? { kind: 'auth' } : done)
    await send()
    await send()
    expect(sent).toHaveLength(1)
    expect(await kept()).toMatchObject([{ state: 'waiting_auth' }])
    renew = async (ownerId) => (ownerId === claire ? grantNamed('em_2') : noSession)
    await send()
    expect(sent).toEqual(['valider 1 v1 em_1', 'valider 1 v1 em_2'])
    expect(await kept()).toEqual([])
  })

  test('marks the decision refused when a new grant is rejected too, without a third request', async () => {
    await take(1)
    renew = async () => grantNamed(`em_${(serial += 1)}`)
    answers = () => ({ kind: 'auth' })
    await send()
    await send()
    expect(sent).toHaveLength(2)
    expect(await kept()).toMatchObject([{ state: 'refused', refusal: { code: 'media.introuvable' } }])
  })

  test('refuses the decisions on an event that its organiser no longer manages', async () => {
    const gone = { status: 404, code: 'evenement.introuvable', message: 'Événement non trouvé' }
    await take(1, { evenementId: 8 })
    await take(2)
    answers = (_, grant) => (grant === 'em_1' ? { kind: 'auth' } : done)
    renew = async () => ({ none: 'refused', ...gone })
    expect(await send()).toMatchObject({ why: 'done', remaining: 0 })
    expect(await kept()).toMatchObject([
      { mediaId: 1, state: 'refused', refusal: gone },
      { mediaId: 2, state: 'refused', refusal: gone },
    ])
  })

  test('treats an unanswered grant request as a network failure', async () => {
    await take(1, { evenementId: 8 })
    renew = async () => ({ none: 'network' })
    expect(await send()).toMatchObject({ why: 'no_network', remaining: 1 })
    expect(await kept()).toMatchObject([{ state: 'kept', cause: 'network' }])
  })
})

describe('logout', () => {
  test('keeps decisions without a credential and sends them after the same person logs in', async () => {
    await take(1)
    await place().store.leave(claire)
    expect(await send()).toMatchObject({ remaining: 0 })
    expect(sent).toEqual([])
    renew = async (ownerId) => (ownerId === claire ? grantNamed('em_2') : noSession)
    await send()
    expect(sent).toEqual(['valider 1 v1 em_2'])
  })

  test('deletes discarded decisions and keeps those of other people', async () => {
    await take(1)
    await take(2, { ownerId: 2 })
    await place().store.erase(claire)
    expect((await kept()).map(({ ownerId }) => ownerId)).toEqual([2])
    expect(await place().store.findGrant(claire, evenementId)).toBeNull()
  })
})
