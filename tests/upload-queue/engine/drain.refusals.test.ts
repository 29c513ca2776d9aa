import { beforeEach, describe, expect, test } from 'vitest'
import { retryItems } from '#upload-queue/engine/itemCommands.ts'
import { httpAnswer } from '#tests/upload-queue/support/httpAnswer.ts'
import { QueueWorld } from '#tests/upload-queue/support/queueWorld.ts'

const mib = 1024 * 1024
const hour = 3_600_000
const proxyRefusal = httpAnswer(413, { tus: false })
let world: QueueWorld
beforeEach(() => {
  world = new QueueWorld()
  world.giveGrant(1, 7)
})

describe('refusals', () => {
  test.each([
    'upload.evenement_ferme',
    'upload.inscription_requise',
    'upload.inscription_en_attente',
    'upload.consentement_requis',
  ])('%s: blocks the photo with the message and retries later', async (code) => {
    const { id } = world.accept()
    world.server.failOn('create', { status: 403, code, message: 'Une phrase' })
    await world.drain()
    expect(await world.item(id)).toMatchObject({
      state: 'blocked',
      cause: { class: 'blocked', message: 'Une phrase' },
    })
    world.server.fault = () => undefined
    await world.settle()
    expect(await world.undelivered()).toEqual([])
  })

  test.each([400, 403, 404, 413, 415, 422])('%i on creation: fails visibly and keeps the bytes', async (status) => {
    const { id } = world.accept()
    world.server.failOn('create', { status, message: 'Une phrase' })
    expect(await world.drain()).toMatchObject({ why: 'idle', nextWakeAt: null })
    expect(await world.item(id)).toMatchObject({ state: 'failed', cause: { status, message: 'Une phrase' } })
    expect(await world.losses()).toEqual([])
    world.server.fault = () => undefined
    await retryItems({ store: world.store, ownerId: 1 }, [id])
    await world.drain()
    expect(await world.undelivered()).toEqual([])
  })

  test('announces the next photos of the person without bytes once the daily limit has refused one', async () => {
    world.giveGrant(2, 7)
    const photos = [world.accept(), world.accept(), world.accept({ ownerId: 2 })]
    world.server.failOn('create', { status: 429, code: 'upload.limite_jour', retryAfterMs: hour })
    await world.drain()
    const sent = photos.map(({ id }) => world.server.calls.filter((call) => call.id === id).map(({ bytes }) => bytes))
    expect(sent).toEqual([[100_000], [0], [100_000]])
    for (const { id } of photos) expect(await world.item(id)).toMatchObject({ state: 'backoff' })
    world.server.fault = () => undefined
    await world.settle()
    expect(await world.undelivered()).toEqual([])
  })

  test('halves the chunk after a 413 of a proxy until it is accepted', async () => {
    world.accept({ bytes: 2 * mib })
    const { wire } = world.server
    const patch: typeof wire.patch = async (url, chunk, sending) => {
      if (chunk.body.length > 100_000) return proxyRefusal
      return wire.patch(url, chunk, sending)
    }
    await world.drain({ ports: { ...world.ports, wire: { ...wire, patch } } })
    expect(await world.undelivered()).toEqual([])
  })

  test('sends a small photo in chunks after a 413 of a proxy', async () => {
    world.accept({ bytes: 300_000 })
    const { wire } = world.server
    const create: typeof wire.create = async (item, body, sending) =>
      body ? proxyRefusal : wire.create(item, body, sending)
    await world.drain({ ports: { ...world.ports, wire: { ...wire, create } } })
    expect(world.server.callNames()).toEqual(['create', 'patch', 'patch'])
    expect(await world.undelivered()).toEqual([])
  })

  test('creates a lost upload again three times a day, then fails and keeps the bytes', async () => {
    const { id } = world.accept({ bytes: 2 * mib })
    world.server.fault = (call) => {
      // The server forgets the upload at each chunk.
      if (call === 'patch') world.server.uploads.length = 0
      return undefined
    }
    await world.settle()
    expect(await world.item(id)).toMatchObject({ state: 'failed', cause: { code: 'upload.introuvable' } })
    expect(world.server.callNames().filter((call) => call === 'create')).toHaveLength(4)
    expect(await world.losses()).toEqual([])
  })

  test('sends corrupted bytes again; fails when every transfer is corrupted', async () => {
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

describe('answers without progress', () => {
  test('204 at the same offset: fails at the third', async () => {
    const { id } = world.accept({ bytes: 2 * mib })
    world.server.failOn('patch', { status: 204, offset: 0 })
    await world.drain()
    expect(world.stateOf(id)).toBe('failed')
    expect(world.server.callNames().filter((call) => call === 'patch')).toHaveLength(3)
  })

  test('409 at the same offset: backs off at the fifth; until then takes the offset of the server', async () => {
    const { id } = world.accept({ bytes: 2 * mib })
    world.server.failOn('patch', { status: 409, offset: 0 })
    await world.drain()
    expect(world.stateOf(id)).toBe('backoff')
    expect(world.server.callNames().filter((call) => call === 'patch')).toHaveLength(5)
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

  test('ends the request loop when the offset keeps moving back and forth', async () => {
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

  test('ends the request loop when every new grant is refused', async () => {
    const { id } = world.accept()
    let serial = 0
    const grants = { ...world.ports.grants, find: async () => ({ grant: 'x', grantId: `grant-${(serial += 1)}` }) }
    world.server.fault = () => ({ status: 401 })
    await world.drain({ ports: { ...world.ports, grants } })
    expect(world.stateOf(id)).toBe('backoff')
    expect(world.server.calls.length).toBeLessThan(20)
  })

  test('asks three times when all bytes are confirmed without a receipt, and never marks the photo done', async () => {
    const { id } = world.accept({ bytes: 2 * mib })
    world.server.fault = (call) =>
      call === 'patch' && world.server.calls.length > 2 ? { status: 204, offset: 2 * mib } : undefined
    await world.drain()
    expect(world.stateOf(id)).toBe('failed')
    expect(world.transitions.map(({ to }) => to)).toContain('finalizing')
    expect(await world.losses()).toEqual([])
  })

  test('never accepts a receipt with another hash', async () => {
    const { id } = world.accept()
    world.server.failOn('create', { status: 201, mediaId: 5, sha256: 'f'.repeat(64) })
    await world.drain()
    expect(world.stateOf(id)).toBe('failed')
    world.server.failOn('create', { status: 201, mediaId: 5, sha256: null })
    await retryItems({ store: world.store, ownerId: 1 }, [id])
    await world.drain()
    expect(world.stateOf(id)).toBe('failed')
  })
})
