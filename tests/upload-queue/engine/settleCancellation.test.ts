import { beforeEach, expect, test } from 'vitest'
import { cancelItems, removeFromDevice, retryItems } from '#upload-queue/engine/itemCommands.ts'
import { QueueWorld } from '#tests/upload-queue/support/queueWorld.ts'

const mib = 1024 * 1024
const hour = 3_600_000
const noAccess = { status: 403, code: 'upload.inscription_requise', message: 'Une phrase' } as const
let world: QueueWorld
beforeEach(() => {
  world = new QueueWorld()
  world.giveGrant(1, 7)
})

const giveUp = (id: string) => cancelItems({ store: world.store, ownerId: 1 }, [id])

test('cancels a photo at once without a request when the server never received anything of it', async () => {
  const { id } = world.accept()
  await giveUp(id)
  expect(world.stateOf(id)).toBe('cancelled')
  await world.drain()
  expect(world.server.calls).toEqual([])
})

test('removes an incomplete upload from the server first', async () => {
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

test('shows a photo as delivered when it completes between the query and the removal', async () => {
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

test('makes the server refuse a creation that arrives after the cancellation', async () => {
  const { id } = world.accept()
  world.server.fault = () => 'lost'
  await world.drain()
  world.server.fault = () => undefined
  await giveUp(id)
  await world.settle()
  expect(world.stateOf(id)).toBe('cancelled')
  const delayed = { ...(await world.item(id)), state: 'sending' as const }
  const [grant = ''] = world.server.grants.keys()
  const sending = { grant, limitMs: 1000, signal: new AbortController().signal }
  const late = await world.server.wire.create(delayed, new Uint8Array(delayed.size), sending)
  expect(late).toMatchObject({ status: 410, code: 'upload.annule' })
  expect(world.server.medias).toEqual([])
})

test('waits without a network; shows a photo as delivered when it was complete', async () => {
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
])('with $grant waits for its person, and shows the photo as delivered when it was complete', async ({ end }) => {
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

test('requests a new grant at once while a page of its person is open', async () => {
  const { id } = world.accept({ bytes: 2 * mib })
  world.server.fault = (call) => (call === 'patch' ? 'half' : undefined)
  await world.drain()
  world.server.fault = () => undefined
  world.revokeGrants()
  world.noGrant = null
  await giveUp(id)
  await world.drain()
  expect(world.stateOf(id)).toBe('cancelled')
  expect(world.server.uploads).toEqual([])
})

test.each(['upload.inscription_requise', 'upload.inscription_en_attente'])(
  'requests a grant once per drain, and again after an hour, when the server refuses one with %s',
  async (code) => {
    const { id } = world.accept()
    world.server.fault = () => 'mute'
    await world.drain()
    world.server.fault = () => undefined
    world.forgetGrants()
    await giveUp(id)
    await world.drain()
    expect(await world.item(id)).toMatchObject({ state: 'cancelling', cause: { class: 'auth' } })
    const message = "Vous n'êtes pas inscrit(e) à cet événement."
    world.noGrant = { none: 'refused', status: 403, code, message }
    let looks = 0
    const canRenew = () => {
      looks += 1
      world.isStopping = looks > 20
      return true
    }
    const ports = { ...world.ports, grants: { ...world.ports.grants, canRenew } }
    expect(await world.drain({ ports })).toMatchObject({ why: 'idle', remaining: 0 })
    expect(await world.item(id)).toMatchObject({
      state: 'cancelling',
      cause: { class: 'blocked', status: 403, message },
    })
    world.isStopping = false
    world.noGrant = null
    world.clock.time += hour
    await world.drain()
    expect(world.stateOf(id)).toBe('done')
  },
)

/** A photo that is on the server although the phone got no answer; its event was deleted since. */
async function inDeletedEvent(): Promise<string> {
  const { id } = world.accept()
  world.server.fault = () => 'mute'
  await world.drain()
  world.server.failOn('reconcile', noAccess)
  await giveUp(id)
  return id
}

test('waits with a cause, and asks again after an hour, when the event was deleted', async () => {
  const id = await inDeletedEvent()
  const end = await world.drain()
  expect(end).toEqual({ why: 'idle', remaining: 0, nextWakeAt: world.clock.now() + hour })
  expect(await world.item(id)).toMatchObject({ state: 'cancelling', cause: { class: 'blocked', ...noAccess } })
  world.server.fault = () => undefined
  world.clock.time += hour
  await world.drain()
  expect(world.stateOf(id)).toBe('done')
})

test('asks again at once after a retry when the server had refused to answer', async () => {
  const id = await inDeletedEvent()
  await world.drain()
  world.server.fault = () => undefined
  expect(await retryItems({ store: world.store, ownerId: 1 }, 'all')).toEqual([id])
  expect(world.stateOf(id)).toBe('cancelling')
  await world.drain()
  expect(world.stateOf(id)).toBe('done')
})

test('removes a photo from the device when the server refuses to answer and its person asks for it', async () => {
  const id = await inDeletedEvent()
  const person = { store: world.store, ownerId: 1 }
  expect(await removeFromDevice(person, [id])).toEqual([])
  await world.drain()
  expect(await removeFromDevice({ ...person, ownerId: 2 }, [id])).toEqual([])
  expect(await removeFromDevice(person, [id])).toEqual([id])
  expect(world.stateOf(id)).toBe('cancelled')
})

test('does not cancel after a refusal of a proxy', async () => {
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

test('lets the whole queue wait when the server asks for it, and sends no request for the other photos', async () => {
  const photos = [world.accept(), world.accept(), world.accept()]
  for (const { id } of photos) {
    await world.store.move({ id, from: 'queued', epoch: null, change: { announced: true } })
    await giveUp(id)
  }
  world.server.failOn('reconcile', { status: 429, code: 'upload.rythme', retryAfterMs: 60_000 })
  const end = await world.drain()
  expect(world.server.callNames()).toEqual(['reconcile'])
  expect(end).toMatchObject({ why: 'queue_paused', nextWakeAt: world.clock.now() + 60_000 })
  expect(photos.map(({ id }) => world.stateOf(id))).toEqual(['cancelling', 'cancelling', 'cancelling'])
})
