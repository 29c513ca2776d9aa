import { beforeEach, describe, expect, test } from 'vitest'
import { restartItems } from '#upload-queue/engine/itemCommands.ts'
import { QueueWorld } from '#tests/upload-queue/support/queueWorld.ts'

const mib = 1024 * 1024
const hour = 3_600_000
let world: QueueWorld
beforeEach(() => {
  world = new QueueWorld()
  world.giveGrant(1, 7)
})

describe('no answer', () => {
  test('does not count as an attempt, however often; the photo waits for the network and resumes', async () => {
    const { id } = world.accept()
    world.server.fault = () => 'lost'
    for (let times = 0; times < 50; times += 1) expect(await world.drain()).toMatchObject({ why: 'no_network' })
    expect(await world.item(id)).toMatchObject({ state: 'waiting_net', attempts: 0, cause: { class: 'network' } })
    world.server.fault = () => undefined
    await world.drain()
    expect(await world.undelivered()).toEqual([])
  })

  test('sends one request after a lost answer and no byte twice', async () => {
    world.accept({ bytes: 2 * mib })
    let isFirst = true
    world.server.fault = (call) => {
      if (call !== 'patch' || !isFirst) return undefined
      isFirst = false
      return 'mute'
    }
    await world.drain()
    await world.drain()
    expect(world.server.calls.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(2 * mib)
    expect(await world.undelivered()).toEqual([])
  })

  test('treats a captive portal as no network', async () => {
    const { id } = world.accept()
    world.server.fault = () => 'portal'
    expect(await world.drain()).toMatchObject({ why: 'no_network' })
    expect(world.stateOf(id)).toBe('waiting_net')
    expect(await world.losses()).toEqual([])
  })

  test('asks for the offset when a chunk stalls and halves the next one when nothing arrived', async () => {
    world.accept({ bytes: 2 * mib })
    let isFirst = true
    world.server.fault = (call) => {
      if (call !== 'patch' || !isFirst) return undefined
      isFirst = false
      return 'stall'
    }
    await world.drain()
    expect(world.server.callNames().slice(0, 4)).toEqual(['create', 'patch', 'head', 'patch'])
    expect(world.server.calls[3]?.bytes).toBe(mib / 16)
    expect(await world.undelivered()).toEqual([])
  })

  test('sends the other photos after two attempts when one photo never gets an answer', async () => {
    const poison = world.accept()
    const others = [world.accept(), world.accept()]
    world.server.failAbout(poison.id, 'lost')
    for (let times = 0; times < 3; times += 1) await world.drain()
    expect(others.map(({ id }) => world.stateOf(id))).toEqual(['done', 'done'])
    expect(world.stateOf(poison.id)).toBe('waiting_net')
  })
})

describe('answers that ask to retry later', () => {
  test('backs off without limit on server errors and never loses the photo', async () => {
    const { id } = world.accept()
    world.server.failOn('create', { status: 503 })
    for (let times = 0; times < 20; times += 1) {
      await world.drain()
      world.clock.time += hour
    }
    expect(await world.item(id)).toMatchObject({ state: 'backoff', attempts: 20, cause: { status: 503 } })
    expect(await world.losses()).toEqual([])
    world.server.fault = () => undefined
    await world.settle()
    expect(await world.undelivered()).toEqual([])
  })

  test('does not hold back others for a photo in backoff', async () => {
    const poison = world.accept()
    const other = world.accept()
    world.server.failAbout(poison.id, { status: 500 })
    const end = await world.drain()
    expect(world.stateOf(other.id)).toBe('done')
    expect(end).toMatchObject({ why: 'idle', remaining: 1 })
    expect(end.nextWakeAt).toBeGreaterThanOrEqual(world.clock.now() + 2000)
  })

  test('pauses the whole queue after 429 for the requested time', async () => {
    world.accept()
    world.accept()
    world.server.failOn('create', { status: 429, retryAfterMs: 7000 })
    const start = world.clock.now()
    expect(await world.drain()).toMatchObject({ why: 'queue_paused', nextWakeAt: start + 7000 })
    world.clock.time += 6999
    expect(await world.drain()).toMatchObject({ why: 'queue_paused' })
    expect(world.server.callNames()).toEqual(['create'])
    world.server.fault = () => undefined
    world.clock.time += 1
    await world.drain()
    expect(await world.undelivered()).toEqual([])
  })

  test('pauses the queue for at most 10 minutes when the 429 is not of our server', async () => {
    world.accept()
    world.server.failOn('create', { status: 429, tus: false, retryAfterMs: 24 * hour })
    const nextWakeAt = world.clock.now() + hour / 6
    expect(await world.drain()).toMatchObject({ why: 'queue_paused', nextWakeAt })
    world.server.fault = () => undefined
    world.clock.time = nextWakeAt
    await world.drain()
    expect(await world.undelivered()).toEqual([])
  })

  test('retries after 507 not before one hour', async () => {
    const { id } = world.accept()
    world.server.failOn('create', { status: 507, code: 'upload.disque_plein' })
    expect(await world.drain()).toMatchObject({ why: 'idle', nextWakeAt: world.clock.now() + hour })
    expect(await world.item(id)).toMatchObject({ state: 'blocked', cause: { code: 'upload.disque_plein' } })
    world.clock.time += hour - 1
    await world.drain()
    expect(world.server.callNames()).toEqual(['create'])
  })

  test('does not wait longer when the clock is set back a day; loses nothing when it is a day ahead', async () => {
    world.accept()
    world.server.failOn('create', { status: 503 })
    await world.drain()
    world.server.fault = () => undefined
    world.clock.time -= 24 * hour
    await world.drain()
    expect(await world.undelivered()).toEqual([])
    world.accept()
    world.clock.time += 48 * hour
    await world.drain()
    expect(await world.undelivered()).toEqual([])
  })
})

describe('grants', () => {
  test('waits for the person and sends nothing without a grant', async () => {
    world.forgetGrants()
    const { id } = world.accept()
    expect(await world.drain()).toMatchObject({ why: 'idle', nextWakeAt: null })
    expect(await world.item(id)).toMatchObject({ state: 'waiting_auth', cause: { class: 'auth' } })
    expect(world.server.calls).toEqual([])
  })

  test('keeps the offset when the grant expires at 40 % until the next login of the same person', async () => {
    const { id } = world.accept({ bytes: 5 * mib })
    world.server.fault = (call) => (call === 'patch' && world.server.calls.length > 2 ? { status: 401 } : undefined)
    await world.drain()
    expect(await world.item(id)).toMatchObject({ state: 'waiting_auth', confirmedOffset: mib / 8 })
    world.server.fault = () => undefined
    await world.drain()
    expect(world.stateOf(id)).toBe('waiting_auth')
    world.giveGrant(1, 7)
    await world.drain()
    expect(await world.undelivered()).toEqual([])
    expect(world.server.calls.filter(({ call }) => call === 'create')).toHaveLength(1)
  })

  test('renews the grant once when a page of the person is open', async () => {
    world.noGrant = null
    const { id } = world.accept({ bytes: 2 * mib })
    world.revokeGrants()
    await world.drain()
    expect(world.stateOf(id)).toBe('done')
    expect(world.renewals).toEqual([7])
    world.accept()
    world.server.failOn('create', { status: 401 })
    await world.drain()
    expect(world.renewals).toEqual([7, 7])
  })

  test('sends a photo that waits for a login as soon as a page of its person drains', async () => {
    world.forgetGrants()
    const { id } = world.accept()
    await world.drain()
    expect(world.stateOf(id)).toBe('waiting_auth')
    world.noGrant = null
    await world.drain()
    expect(world.stateOf(id)).toBe('done')
  })

  test('waits for the network when the grant request fails and requests the grant again later', async () => {
    world.forgetGrants()
    world.noGrant = { none: 'network' }
    const { id } = world.accept()
    expect(await world.drain()).toMatchObject({ why: 'no_network', remaining: 1 })
    expect(await world.item(id)).toMatchObject({ state: 'waiting_net', cause: { class: 'network' } })
    world.noGrant = null
    await world.drain()
    expect(await world.undelivered()).toEqual([])
  })

  test('blocks the photo with the message when the server refuses a grant, and no other photo', async () => {
    const message = "Vous n'êtes pas inscrit(e) à cet événement."
    world.noGrant = { none: 'refused', status: 403, code: 'upload.inscription_requise', message }
    const { id } = world.accept({ evenementId: 8 })
    world.accept({ evenementId: 8 })
    const other = world.accept({ evenementId: 7 })
    await world.drain()
    expect(await world.item(id)).toMatchObject({ state: 'blocked', cause: { status: 403, message } })
    expect(world.stateOf(other.id)).toBe('done')
    // One request for all photos of the event.
    expect(world.renewals).toEqual([8])
  })

  test('sends nothing of a photo whose registration waits, and sends it once the organiser has validated', async () => {
    const message = "L'organisateur n'a pas encore validé votre inscription."
    world.noGrant = { none: 'refused', status: 403, code: 'upload.inscription_en_attente', message }
    const { id } = world.accept({ evenementId: 8 })
    await world.drain()
    expect(await world.item(id)).toMatchObject({
      state: 'blocked',
      announced: false,
      cause: { class: 'blocked', message },
    })
    expect(world.server.calls).toEqual([])
    world.noGrant = null
    world.giveGrant(1, 8)
    // As when the list of events is loaded with the validated registration.
    await restartItems({ store: world.store, ownerId: 1 }, [id])
    await world.drain()
    expect(world.stateOf(id)).toBe('done')
  })

  test('renews a grant that is refused at once only once', async () => {
    world.noGrant = null
    const { id } = world.accept()
    world.server.failOn('create', { status: 401 })
    await world.drain()
    expect(world.renewals).toEqual([7])
    expect(world.stateOf(id)).toBe('waiting_auth')
  })

  test("sends the photos of each person with that person's grant only", async () => {
    world.accept({ ownerId: 1 })
    world.accept({ ownerId: 2, evenementId: 7 })
    await world.drain()
    world.forgetGrants()
    const late = world.accept({ ownerId: 1 })
    world.giveGrant(2, 7)
    await world.drain()
    expect(world.stateOf(late.id)).toBe('waiting_auth')
    expect(world.server.medias.map(({ ownerId }) => ownerId)).toEqual([1, 2])
    expect(await world.losses()).toEqual([])
  })

  test('waits for its person when a HEAD reports a revoked grant, and resumes with the next grant', async () => {
    const { id } = world.accept({ bytes: 2 * mib })
    world.server.fault = (call) => (call === 'patch' ? 'half' : undefined)
    await world.drain()
    world.server.fault = () => undefined
    world.revokeGrants()
    await world.drain()
    expect(world.stateOf(id)).toBe('waiting_auth')
    world.giveGrant(1, 7)
    await world.settle()
    expect(await world.undelivered()).toEqual([])
  })
})
