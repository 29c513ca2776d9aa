import { beforeEach, describe, expect, test } from 'vitest'
import { holdMs, type KeptDecision } from '#upload-queue/decisions/decision.ts'
import { DecisionDatabase } from '#upload-queue/decisions/decisionDatabase.ts'
import { DecisionStore } from '#upload-queue/decisions/decisionStore.ts'
import type { DecisionAnswer } from '#upload-queue/decisions/decisionWire.ts'
import { sendDecisions, type SendParts } from '#upload-queue/decisions/sendDecisions.ts'
import { uneDecision } from '#tests/support/decisions.ts'

const done: DecisionAnswer = { kind: 'done', media: null }
const claire = 1
const evenementId = 7
let name: string
let serial = 0
let now: number
let sent: string[]
let answers: (decision: KeptDecision, grant: string) => DecisionAnswer | Promise<DecisionAnswer>
let renew: SendParts['renew']

beforeEach(async () => {
  name = `decisions ${(serial += 1)}`
  now = 1_000_000
  sent = []
  answers = () => done
  renew = async () => null
  await place().store.saveGrant({ ownerId: claire, evenementId }, { grant: 'em_1', obtainedAt: 0, expiresAt: 1 })
})

/** A tab, or the worker: its own connection to the same database. */
function place(): SendParts {
  return {
    store: new DecisionStore(new DecisionDatabase(name)),
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

describe('what waits is sent', () => {
  test('in the order in which it was decided, each once, and nothing of it stays', async () => {
    for (const mediaId of [3, 1, 2]) await take(mediaId)
    expect(await send()).toMatchObject({ why: 'done', remaining: 0 })
    expect(sent).toEqual(['valider 3 v1 em_1', 'valider 1 v1 em_1', 'valider 2 v1 em_1'])
    await send()
    expect(sent).toHaveLength(3)
    expect(await kept()).toEqual([])
  })

  test('an arrival is told while the decision is still there, and told again once it is gone', async () => {
    await take(1)
    const told: string[] = []
    const pending: Promise<number>[] = []
    const from = place()
    const onChange: SendParts['onChange'] = (change) => {
      told.push(change === null ? 'changed' : `sent ${change.mediaId}`)
      pending.push(from.store.all().then(({ length }) => length))
    }
    await send({ ...from, onChange })
    expect(told).toEqual(['sent 1', 'changed'])
    expect(await Promise.all(pending)).toEqual([1, 0])
  })

  test('once, also when two tabs and the worker try at the same time', async () => {
    for (let mediaId = 1; mediaId <= 20; mediaId += 1) await take(mediaId)
    answers = () => new Promise((resolve) => setTimeout(() => resolve(done), 2))
    await Promise.all([send(place()), send(place()), send(place())])
    expect(sent).toHaveLength(20)
    expect(new Set(sent).size).toBe(20)
  })

  test('not before its ten seconds are over, and then it says how long it takes', async () => {
    await take(1, { heldUntil: now + holdMs })
    now += holdMs - 1
    expect(await send()).toEqual({ why: 'done', remaining: 1, nextInMs: 1 })
    expect(sent).toEqual([])
    now += 1
    await send()
    expect(sent).toHaveLength(1)
  })

  test('a clock that was set back a day holds nothing back', async () => {
    await take(1, { heldUntil: now + holdMs })
    now -= 86_400_000
    await send()
    expect(sent).toHaveLength(1)
  })
})

describe('second thoughts', () => {
  test('an act is taken back as a whole, and never sent', async () => {
    for (const mediaId of [1, 2]) await take(mediaId, { acte: 'tous' })
    await take(3)
    expect(await place().store.takeBack(claire, 'tous')).toHaveLength(2)
    await send()
    expect(sent).toEqual(['valider 3 v1 em_1'])
  })

  test('another decision on the same media takes the place of the first; a favourite stands beside it', async () => {
    await take(1)
    await take(1, { geste: 'favori' })
    await take(1, { geste: 'rejeter', raison: 'Doublon' })
    await send()
    expect(sent).toEqual(['favori 1 v1 em_1', 'rejeter 1 v1 em_1'])
  })

  test('what left and was not answered cannot be taken back; the next one names the version it makes', async () => {
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
})

describe('when it cannot arrive', () => {
  test('without network the round ends at once and everything waits', async () => {
    for (const mediaId of [1, 2]) await take(mediaId)
    answers = () => ({ kind: 'none' })
    expect(await send()).toMatchObject({ why: 'no_network', remaining: 2 })
    expect(sent).toHaveLength(1)
    expect((await kept()).map(({ cause }) => cause)).toEqual(['network', null])
  })

  test('one that the server stumbles over holds up only what follows on the same media', async () => {
    await take(1)
    await take(1, { geste: 'favori' })
    await take(2)
    answers = ({ mediaId }) => (mediaId === 1 ? { kind: 'later', afterMs: null } : done)
    expect(await send()).toMatchObject({ remaining: 2 })
    expect(sent).toEqual(['valider 1 v1 em_1', 'valider 2 v1 em_1'])
  })

  test('a server that asks for patience is left alone for so long', async () => {
    for (const mediaId of [1, 2]) await take(mediaId)
    answers = () => ({ kind: 'later', afterMs: 7000 })
    expect(await send()).toEqual({ why: 'wait', remaining: 2, nextInMs: 7000 })
    expect(sent).toHaveLength(1)
  })

  test('a conflict is kept for its person to read, and the others go on', async () => {
    const refusal = { status: 409, code: 'media.version', message: 'Ce média a déjà été rejeté à 21:04.' }
    for (const mediaId of [1, 2]) await take(mediaId)
    answers = ({ mediaId }) => (mediaId === 1 ? { kind: 'refused', refusal } : done)
    expect(await send()).toMatchObject({ why: 'done', remaining: 0 })
    expect(await kept()).toMatchObject([{ mediaId: 1, state: 'refused', refusal }])
    await send()
    expect(sent).toHaveLength(2)
  })
})

describe('the grant', () => {
  test('of another person never carries a decision', async () => {
    await take(1, { ownerId: 2 })
    expect(await send()).toMatchObject({ remaining: 0 })
    expect(sent).toEqual([])
    expect(await kept()).toMatchObject([{ ownerId: 2, state: 'waiting_auth' }])
  })

  test('expired or revoked: the decision waits, and leaves with the next one of the same person', async () => {
    await take(1)
    answers = (_, grant) => (grant === 'em_1' ? { kind: 'auth' } : done)
    await send()
    await send()
    expect(sent).toHaveLength(1)
    expect(await kept()).toMatchObject([{ state: 'waiting_auth' }])
    renew = async (ownerId) => (ownerId === claire ? 'em_2' : null)
    await send()
    expect(sent).toEqual(['valider 1 v1 em_1', 'valider 1 v1 em_2'])
    expect(await kept()).toEqual([])
  })

  test('of this moment that is refused too says that the media is gone, and asks no third time', async () => {
    await take(1)
    renew = async () => `em_${(serial += 1)}`
    answers = () => ({ kind: 'auth' })
    await send()
    await send()
    expect(sent).toHaveLength(2)
    expect(await kept()).toMatchObject([{ state: 'refused', refusal: { code: 'media.introuvable' } }])
  })

  test('that could not be asked for is a matter of the network, not of the person', async () => {
    await take(1, { evenementId: 8 })
    renew = () => Promise.reject(new Error('offline'))
    expect(await send()).toMatchObject({ why: 'no_network', remaining: 1 })
    expect(await kept()).toMatchObject([{ state: 'kept', cause: 'network' }])
  })
})

describe('logout', () => {
  test('decisions that are kept wait without a credential, and leave after a login of the same person', async () => {
    await take(1)
    await place().store.leave(claire)
    expect(await send()).toMatchObject({ remaining: 0 })
    expect(sent).toEqual([])
    renew = async (ownerId) => (ownerId === claire ? 'em_2' : null)
    await send()
    expect(sent).toEqual(['valider 1 v1 em_2'])
  })

  test('decisions that are given up leave nothing behind, and others untouched', async () => {
    await take(1)
    await take(2, { ownerId: 2 })
    await place().store.erase(claire)
    expect((await kept()).map(({ ownerId }) => ownerId)).toEqual([2])
    expect(await place().store.findGrant(claire, evenementId)).toBeNull()
  })
})
