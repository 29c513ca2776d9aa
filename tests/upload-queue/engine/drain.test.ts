import { beforeEach, describe, expect, test } from 'vitest'
import { cancelItems, retryItems } from '#upload-queue/engine/itemCommands.ts'
import { StorageBroken } from '#upload-queue/engine/ports.ts'
import { QueueWorld } from '#tests/upload-queue/support/queueWorld.ts'
import type { Call, Fault } from '#tests/upload-queue/support/modelServer.ts'

const mib = 1024 * 1024
const hour = 3_600_000
let world: QueueWorld
beforeEach(() => {
  world = new QueueWorld()
  world.giveGrant(1, 7)
})

const always = (call: Call, fault: Fault) => {
  world.server.fault = (asked) => (asked === call ? fault : undefined)
}
const forOne = (id: string, fault: Fault) => {
  world.server.fault = (_call, about) => (about.includes(id) ? fault : undefined)
}
const callsOf = () => world.server.calls.map(({ call }) => call)

describe('the happy path', () => {
  test('a small photo takes one round trip', async () => {
    world.accept()
    expect(await world.drain()).toMatchObject({ why: 'idle', remaining: 0, nextWakeAt: null })
    expect(callsOf()).toEqual(['create'])
    expect(await world.undelivered()).toEqual([])
  })

  test('a large one is created empty and sent in growing pieces, with no question in between', async () => {
    world.accept({ bytes: 12 * mib })
    await world.drain()
    expect(callsOf()).toEqual(['create', 'patch', 'patch', 'patch'])
    expect(world.server.calls.map(({ bytes }) => bytes / mib)).toEqual([0, 1, 4, 7])
    expect(await world.undelivered()).toEqual([])
  })

  test('photos go before videos, the oldest first', async () => {
    const video = world.accept({ type: 'video/mp4' })
    const first = world.accept()
    const second = world.accept()
    await world.drain()
    expect(world.server.calls.map(({ id }) => id)).toEqual([first.id, second.id, video.id])
  })

  test('a page sends two small photos side by side, a large one alone', async () => {
    let open = 0
    let most = 0
    const { wire } = world.server
    const create: typeof wire.create = async (...request) => {
      open += 1
      most = Math.max(most, open)
      const answer = await wire.create(...request)
      open -= 1
      return answer
    }
    for (let photo = 0; photo < 4; photo += 1) world.accept()
    await world.drain({ lanes: 2, ports: { ...world.ports, wire: { ...wire, create } } })
    expect(most).toBe(2)
    expect(await world.undelivered()).toEqual([])
  })

  test('progress is what the server confirmed, piece by piece', async () => {
    const { id } = world.accept({ bytes: 3 * mib })
    const seen: number[] = []
    const { wire } = world.server
    const patch: typeof wire.patch = async (...request) => {
      seen.push((await world.item(id)).confirmedOffset)
      return wire.patch(...request)
    }
    await world.drain({ ports: { ...world.ports, wire: { ...wire, patch } } })
    expect(seen).toEqual([0, mib])
  })
})

describe('no answer', () => {
  test('is no attempt, however often; the photo waits for the network and then goes on', async () => {
    const { id } = world.accept()
    world.server.fault = () => 'lost'
    for (let times = 0; times < 50; times += 1) expect(await world.drain()).toMatchObject({ why: 'no_network' })
    expect(await world.item(id)).toMatchObject({ state: 'waiting_net', attempts: 0, cause: { class: 'network' } })
    world.server.fault = () => undefined
    await world.drain()
    expect(await world.undelivered()).toEqual([])
  })

  test('a lost answer costs one question, and no byte twice', async () => {
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

  test('a captive portal is no network, whatever it says', async () => {
    const { id } = world.accept()
    world.server.fault = () => 'portal'
    expect(await world.drain()).toMatchObject({ why: 'no_network' })
    expect(world.stateOf(id)).toBe('waiting_net')
    expect(await world.losses()).toEqual([])
  })

  test('a stalled piece is asked about and sent again at half its size', async () => {
    world.accept({ bytes: 2 * mib })
    let isFirst = true
    world.server.fault = (call) => {
      if (call !== 'patch' || !isFirst) return undefined
      isFirst = false
      return 'stall'
    }
    await world.drain()
    expect(callsOf().slice(0, 4)).toEqual(['create', 'patch', 'head', 'patch'])
    expect(world.server.calls[3]?.bytes).toBe(mib / 2)
    expect(await world.undelivered()).toEqual([])
  })

  test('one photo that no network ever answers for lets the others pass', async () => {
    const poison = world.accept()
    const others = [world.accept(), world.accept()]
    forOne(poison.id, 'lost')
    await world.drain()
    await world.drain()
    expect(others.map(({ id }) => world.stateOf(id))).toEqual(['done', 'done'])
    expect(world.stateOf(poison.id)).toBe('waiting_net')
  })
})

describe('an answer that asks to come back', () => {
  test('server errors back off without end and never lose the photo', async () => {
    const { id } = world.accept()
    always('create', { status: 503 })
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

  test('a photo in backoff keeps nobody back', async () => {
    const poison = world.accept()
    const other = world.accept()
    forOne(poison.id, { status: 500 })
    const end = await world.drain()
    expect(world.stateOf(other.id)).toBe('done')
    expect(end).toMatchObject({ why: 'idle', remaining: 1 })
    expect(end.nextWakeAt).toBeGreaterThanOrEqual(world.clock.now() + 2000)
  })

  test('429 makes the whole queue wait as long as it says', async () => {
    world.accept()
    world.accept()
    always('create', { status: 429, retryAfterMs: 7000 })
    const start = world.clock.now()
    expect(await world.drain()).toMatchObject({ why: 'held', nextWakeAt: start + 7000 })
    world.clock.time += 6999
    expect(await world.drain()).toMatchObject({ why: 'held' })
    expect(callsOf()).toEqual(['create'])
    world.server.fault = () => undefined
    world.clock.time += 1
    await world.drain()
    expect(await world.undelivered()).toEqual([])
  })

  test('507 is asked again after an hour, not before', async () => {
    const { id } = world.accept()
    always('create', { status: 507, code: 'upload.disque_plein' })
    expect(await world.drain()).toMatchObject({ why: 'idle', nextWakeAt: world.clock.now() + hour })
    expect(await world.item(id)).toMatchObject({ state: 'blocked', cause: { code: 'upload.disque_plein' } })
    world.clock.time += hour - 1
    await world.drain()
    expect(callsOf()).toEqual(['create'])
  })

  test('a clock set back a day makes no wait longer; a clock a day ahead loses nothing', async () => {
    world.accept()
    always('create', { status: 503 })
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
  test('without one the photo waits for its person and nothing is sent', async () => {
    world.forgetGrants()
    const { id } = world.accept()
    expect(await world.drain()).toMatchObject({ why: 'idle', nextWakeAt: null })
    expect(await world.item(id)).toMatchObject({ state: 'waiting_auth', cause: { class: 'auth' } })
    expect(world.server.calls).toEqual([])
  })

  test('one that expires at 40 % keeps the offset for the next login of the same person', async () => {
    const { id } = world.accept({ bytes: 5 * mib })
    world.server.fault = (call) => (call === 'patch' && world.server.calls.length > 2 ? { status: 401 } : undefined)
    await world.drain()
    expect(await world.item(id)).toMatchObject({ state: 'waiting_auth', confirmedOffset: mib })
    world.server.fault = () => undefined
    await world.drain()
    expect(world.stateOf(id)).toBe('waiting_auth')
    world.giveGrant(1, 7)
    await world.drain()
    expect(await world.undelivered()).toEqual([])
    expect(world.server.calls.filter(({ call }) => call === 'create')).toHaveLength(1)
  })

  test('a page of the person renews it on the spot, once', async () => {
    world.canRenew = true
    const { id } = world.accept({ bytes: 2 * mib })
    world.revokeGrants()
    await world.drain()
    expect(world.stateOf(id)).toBe('done')
    expect(world.renewals).toEqual([7])
    world.accept()
    always('create', { status: 401 })
    await world.drain()
    expect(world.renewals).toEqual([7, 7])
  })

  test("each person's photos go with that person's grant, and another's login sends nothing", async () => {
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
})

describe('refusals', () => {
  test.each(['upload.evenement_ferme', 'upload.inscription_requise', 'upload.consentement_requis'])(
    '%s: blocked with its sentence, tried again later',
    async (code) => {
      const { id } = world.accept()
      always('create', { status: 403, code, message: 'Une phrase' })
      await world.drain()
      expect(await world.item(id)).toMatchObject({
        state: 'blocked',
        cause: { class: 'blocked', message: 'Une phrase' },
      })
      world.server.fault = () => undefined
      await world.settle()
      expect(await world.undelivered()).toEqual([])
    },
  )

  test.each([400, 403, 404, 413, 415, 422])('%i on creation: failed, visible, its bytes kept', async (status) => {
    const { id } = world.accept()
    always('create', { status, message: 'Une phrase' })
    expect(await world.drain()).toMatchObject({ why: 'idle', nextWakeAt: null })
    expect(await world.item(id)).toMatchObject({ state: 'failed', cause: { status, message: 'Une phrase' } })
    expect(await world.losses()).toEqual([])
    world.server.fault = () => undefined
    await retryItems({ store: world.store, ownerId: 1 }, [id])
    await world.drain()
    expect(await world.undelivered()).toEqual([])
  })

  test("a proxy's 413 halves the piece until it passes", async () => {
    world.accept({ bytes: 2 * mib })
    const { wire } = world.server
    const patch: typeof wire.patch = async (url, piece, sending) => {
      if (piece.body.length > 100_000) return { ...proxyRefusal }
      return wire.patch(url, piece, sending)
    }
    await world.drain({ ports: { ...world.ports, wire: { ...wire, patch } } })
    expect(await world.undelivered()).toEqual([])
  })

  test("a proxy's 413 on a small photo makes it go in pieces", async () => {
    world.accept({ bytes: 300_000 })
    const { wire } = world.server
    const create: typeof wire.create = async (item, body, sending) =>
      body ? { ...proxyRefusal } : wire.create(item, body, sending)
    await world.drain({ ports: { ...world.ports, wire: { ...wire, create } } })
    expect(callsOf()).toEqual(['create', 'patch', 'patch'])
    expect(await world.undelivered()).toEqual([])
  })

  test('an upload that the server lost is created again three times a day, then failed with its bytes', async () => {
    const { id } = world.accept({ bytes: 2 * mib })
    world.server.fault = (call) => {
      // It forgets the upload each time a piece comes.
      if (call === 'patch') world.server.uploads.length = 0
      return undefined
    }
    await world.settle()
    expect(await world.item(id)).toMatchObject({ state: 'failed', cause: { code: 'upload.introuvable' } })
    expect(callsOf().filter((call) => call === 'create')).toHaveLength(4)
    expect(await world.losses()).toEqual([])
  })

  test('damage on the way is sent again; damage every time is failed, never stored', async () => {
    const { id } = world.accept()
    let flips = 2
    world.server.fault = (call) => {
      if ((call !== 'create' && call !== 'patch') || flips === 0) return undefined
      flips -= 1
      return 'flipped'
    }
    await world.settle()
    expect(world.stateOf(id)).toBe('done')
    const damaged = world.accept()
    world.server.fault = () => 'flipped'
    await world.settle()
    expect(await world.item(damaged.id)).toMatchObject({ state: 'failed', cause: { code: 'upload.empreinte' } })
    expect(await world.losses()).toEqual([])
  })
})

describe('answers that move nothing', () => {
  test('204 at the same offset: three times, then failed', async () => {
    const { id } = world.accept({ bytes: 2 * mib })
    always('patch', { status: 204, offset: 0 })
    await world.drain()
    expect(world.stateOf(id)).toBe('failed')
    expect(callsOf().filter((call) => call === 'patch')).toHaveLength(3)
  })

  test("409 five times at the same place: backs off; before that the server's offset is taken", async () => {
    const { id } = world.accept({ bytes: 2 * mib })
    always('patch', { status: 409, offset: 0 })
    await world.drain()
    expect(world.stateOf(id)).toBe('backoff')
    expect(callsOf().filter((call) => call === 'patch')).toHaveLength(5)
    const other = world.accept({ bytes: 2 * mib })
    world.server.fault = () => undefined
    const { wire } = world.server
    const elsewhere: typeof wire.patch = async (url, { offset, body }, sending) => {
      if (offset === 0) await wire.patch(url, { offset, body: body.slice(0, 1000) }, sending)
      return wire.patch(url, { offset, body }, sending)
    }
    await world.drain({ ports: { ...world.ports, wire: { ...wire, patch: elsewhere } } })
    expect(world.stateOf(other.id)).toBe('done')
  })

  test('an offset that only ever goes round never makes a storm', async () => {
    const { id } = world.accept({ bytes: 3 * mib })
    let turn = 0
    world.server.fault = (call) => {
      if (call !== 'patch') return undefined
      turn += 1
      return turn % 2 === 1 ? { status: 204, offset: mib } : { status: 409, offset: 0 }
    }
    await world.drain()
    expect(world.stateOf(id)).toBe('backoff')
    expect(world.server.calls.length).toBeLessThan(30)
  })

  test('a grant that is new each time and refused each time makes no storm either', async () => {
    const { id } = world.accept()
    let serial = 0
    const grants = { ...world.ports.grants, find: async () => ({ grant: 'x', grantId: `grant-${(serial += 1)}` }) }
    world.server.fault = () => ({ status: 401 })
    await world.drain({ ports: { ...world.ports, grants } })
    expect(world.stateOf(id)).toBe('backoff')
    expect(world.server.calls.length).toBeLessThan(20)
  })

  test('all bytes there and no receipt: asked again, three times, and never called done', async () => {
    const { id } = world.accept({ bytes: 2 * mib })
    world.server.fault = (call) =>
      call === 'patch' && world.server.calls.length > 2 ? { status: 204, offset: 2 * mib } : undefined
    await world.drain()
    expect(world.stateOf(id)).toBe('failed')
    expect(world.transitions.map(({ to }) => to)).toContain('finalizing')
    expect(await world.losses()).toEqual([])
  })

  test('a receipt with another hash is never believed', async () => {
    const { id } = world.accept()
    always('create', { status: 201, mediaId: 5, sha256: 'f'.repeat(64) })
    await world.drain()
    expect(world.stateOf(id)).toBe('failed')
    always('create', { status: 201, mediaId: 5, sha256: null })
    await retryItems({ store: world.store, ownerId: 1 }, [id])
    await world.drain()
    expect(world.stateOf(id)).toBe('failed')
  })
})

describe('the same photo twice', () => {
  test('the server knows it: delivered as a duplicate, not one byte sent', async () => {
    world.accept({ seed: 5, bytes: 2 * mib })
    await world.drain()
    const again = world.accept({ seed: 5, bytes: 2 * mib })
    const sent = world.server.calls.reduce((sum, { bytes }) => sum + bytes, 0)
    await world.drain()
    expect(await world.item(again.id)).toMatchObject({ state: 'done', duplicate: true, mediaId: 1 })
    expect(world.server.calls.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(sent)
    expect(world.server.medias).toHaveLength(1)
  })
})

describe('taking over', () => {
  test('a drainer behind its epoch stops at its next write and changes nothing', async () => {
    const { id } = world.accept({ bytes: 3 * mib })
    const { wire } = world.server
    const patch: typeof wire.patch = async (...request) => {
      world.takeOver()
      return wire.patch(...request)
    }
    const end = await world.drain({ ports: { ...world.ports, wire: { ...wire, patch } } })
    expect(end.why).toBe('fenced')
    expect(await world.item(id)).toMatchObject({ state: 'sending', confirmedOffset: 0 })
    await world.settle()
    expect(await world.undelivered()).toEqual([])
  })

  test('after a restart one question tells what arrived, and delivered photos cost nothing more', async () => {
    const items = [world.accept(), world.accept()]
    for (const { id } of items) {
      await world.store.move({ id, from: 'queued', epoch: 1, change: { state: 'sending', announced: true } })
    }
    const [first] = items
    await world.server.wire.create(first!, await world.store.readBytes(first!, 0, first!.size), {
      grant: 'secret-1',
      limitMs: 1,
      signal: new AbortController().signal,
    })
    world.server.calls.length = 0
    await world.drain()
    expect(callsOf()[0]).toBe('reconcile')
    expect(callsOf().filter((call) => call === 'reconcile')).toHaveLength(1)
    expect(await world.undelivered()).toEqual([])
  })

  test('a copy whose page is gone says that it must be picked again', async () => {
    const { id } = world.accept()
    const staging = { ...(await world.item(id)), state: 'staging' } as const
    world.accepted.delete(id)
    await world.store.forget([id])
    world.store.add(staging, async () => new Uint8Array())
    await world.drain()
    expect(world.stateOf(id)).toBe('lost_source')
    expect(world.server.calls).toEqual([])
  })

  test('stopping (page hidden, update) ends between two pieces and goes on where it was', async () => {
    const { id } = world.accept({ bytes: 3 * mib })
    const { wire } = world.server
    const patch: typeof wire.patch = async (...request) => {
      world.isStopping = true
      return wire.patch(...request)
    }
    const end = await world.drain({ ports: { ...world.ports, wire: { ...wire, patch } } })
    expect(end).toMatchObject({ why: 'stopped', remaining: 1 })
    expect(await world.item(id)).toMatchObject({ state: 'queued', confirmedOffset: mib })
    world.isStopping = false
    await world.drain()
    expect(await world.undelivered()).toEqual([])
    expect(world.server.calls.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(3 * mib)
  })
})

test('a revoked grant that only a HEAD meets waits for its person, and the photo goes on with the next one', async () => {
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

describe('giving up', () => {
  const giveUp = (id: string) => cancelItems({ store: world.store, ownerId: 1 }, [id])

  test('a photo the server never heard of ends at once, with no question', async () => {
    const { id } = world.accept()
    await giveUp(id)
    expect(world.stateOf(id)).toBe('cancelled')
    await world.drain()
    expect(world.server.calls).toEqual([])
  })

  test('half a photo is removed from the server first', async () => {
    const { id } = world.accept({ bytes: 2 * mib })
    world.server.fault = (call) => (call === 'patch' ? 'half' : undefined)
    await world.drain()
    world.server.fault = () => undefined
    await giveUp(id)
    expect(world.stateOf(id)).toBe('cancelling')
    await world.drain()
    expect(world.stateOf(id)).toBe('cancelled')
    expect(world.server.uploads).toEqual([])
  })

  test('a photo that arrives between the question and the removal is shown as received', async () => {
    const { id, size } = world.accept({ bytes: 2 * mib })
    world.server.fault = (call) => (call === 'patch' ? 'half' : undefined)
    await world.drain()
    world.server.fault = () => undefined
    await giveUp(id)
    const { wire } = world.server
    const remove: typeof wire.remove = async (url, sending) => {
      const offset = world.server.uploads[0]?.bytes.length ?? 0
      const body = await world.store.readBytes(await world.item(id), offset, size)
      await wire.patch(url, { offset, body }, sending)
      return wire.remove(url, sending)
    }
    await world.drain({ ports: { ...world.ports, wire: { ...wire, remove } } })
    expect(world.stateOf(id)).toBe('done')
    expect(await world.undelivered()).toEqual([])
  })

  test('without a network it waits; a photo that had arrived is shown as received', async () => {
    const { id } = world.accept()
    world.server.fault = () => 'mute'
    await world.drain()
    await giveUp(id)
    world.server.fault = () => 'lost'
    await world.drain()
    expect(world.stateOf(id)).toBe('cancelling')
    world.server.fault = () => undefined
    await world.settle()
    expect(world.stateOf(id)).toBe('done')
  })

  test.each([
    { grant: 'no grant on the phone', end: () => world.forgetGrants() },
    { grant: 'a revoked grant', end: () => world.revokeGrants() },
  ])('with $grant it waits for its person, and is shown as received when it had arrived', async ({ end }) => {
    const { id } = world.accept()
    world.server.fault = () => 'mute'
    await world.drain()
    world.server.fault = () => undefined
    end()
    await giveUp(id)
    expect(await world.drain()).toEqual({ why: 'idle', remaining: 0, nextWakeAt: null })
    expect(world.stateOf(id)).toBe('cancelling')
    world.giveGrant(1, 7)
    await world.drain()
    expect(world.stateOf(id)).toBe('done')
  })

  test('while its person is here another grant is asked for on the spot', async () => {
    const { id } = world.accept({ bytes: 2 * mib })
    world.server.fault = (call) => (call === 'patch' ? 'half' : undefined)
    await world.drain()
    world.server.fault = () => undefined
    world.revokeGrants()
    world.canRenew = true
    await giveUp(id)
    await world.drain()
    expect(world.stateOf(id)).toBe('cancelled')
    expect(world.server.uploads).toEqual([])
  })

  test("a refusal that is not the server's own ends nothing", async () => {
    const { id } = world.accept()
    world.server.fault = () => 'mute'
    await world.drain()
    await giveUp(id)
    world.server.fault = () => ({ status: 404, tus: false })
    await world.drain()
    expect(world.stateOf(id)).toBe('cancelling')
    world.server.fault = () => undefined
    await world.settle()
    expect(world.stateOf(id)).toBe('done')
  })
})

describe('the phone', () => {
  test('rows that are gone make the photo fail with its sentence, and the others go', async () => {
    const { id } = world.accept()
    const other = world.accept()
    const { store } = world
    const readBytes: typeof store.readBytes = async (item, from, to) =>
      item.id === id ? new Uint8Array() : store.readBytes(item, from, to)
    await world.drain({ ports: { ...world.ports, store: overridden(store, { readBytes }) } })
    expect(await world.item(id)).toMatchObject({ state: 'failed', cause: { class: 'storage' } })
    expect(world.stateOf(other.id)).toBe('done')
  })

  test('rows that cannot be read now block their photo alone, and it is tried again', async () => {
    const { id } = world.accept()
    const other = world.accept()
    const { store } = world
    const readBytes: typeof store.readBytes = async (item, from, to) => {
      if (item.id === id) throw new StorageBroken('closed')
      return store.readBytes(item, from, to)
    }
    const end = await world.drain({ ports: { ...world.ports, store: overridden(store, { readBytes }) } })
    expect(await world.item(id)).toMatchObject({ state: 'blocked_storage', cause: { class: 'storage' } })
    expect(world.stateOf(other.id)).toBe('done')
    expect(end).toMatchObject({ why: 'idle', remaining: 1 })
    await world.settle()
    expect(await world.undelivered()).toEqual([])
  })

  test('a storage that takes no write at all ends the drain, and nothing is sent', async () => {
    world.accept()
    const move = () => Promise.reject(new StorageBroken('closed'))
    const end = await world.drain({ ports: { ...world.ports, store: overridden(world.store, { move }) } })
    expect(end).toMatchObject({ why: 'storage' })
    expect(world.server.calls).toEqual([])
  })

  test('a fault that nobody foresaw sets its photo aside; the others go', async () => {
    const { id } = world.accept()
    const other = world.accept()
    const { wire } = world.server
    const create: typeof wire.create = async (item, body, sending) => {
      if (item.id === id) throw new RangeError('ours')
      return wire.create(item, body, sending)
    }
    const end = await world.drain({ ports: { ...world.ports, wire: { ...wire, create } } })
    expect(end).toMatchObject({ why: 'idle', remaining: 1 })
    expect([world.stateOf(id), world.stateOf(other.id)]).toEqual(['backoff', 'done'])
  })

  test('a receipt stays thirty days', async () => {
    const { id } = world.accept()
    await world.drain()
    world.clock.time += 29 * 24 * hour
    await world.drain()
    expect(await world.store.item(id)).toBeDefined()
    world.clock.time += 2 * 24 * hour
    await world.drain()
    expect(await world.store.item(id)).toBeUndefined()
  })
})

const proxyRefusal = {
  kind: 'http',
  status: 413,
  tus: false,
  code: null,
  message: null,
  retryAfterMs: null,
  offset: null,
  location: null,
  mediaId: null,
  sha256: null,
  duplicate: false,
} as const

function overridden<T extends object>(target: T, methods: Partial<T>): T {
  return new Proxy(target, {
    get(object, name) {
      const own: unknown = Reflect.get(methods, name)
      const method: unknown = own ?? Reflect.get(object, name, object)
      return typeof method === 'function' && own === undefined ? (method.bind(object) as unknown) : method
    },
  })
}
