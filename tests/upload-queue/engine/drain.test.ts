import { beforeEach, describe, expect, test } from 'vitest'
import { pauseItems } from '#upload-queue/engine/itemCommands.ts'
import { localOwner } from '#upload-queue/engine/owner.ts'
import { StorageBroken } from '#upload-queue/engine/queueErrors.ts'
import { QueueWorld } from '#tests/upload-queue/support/queueWorld.ts'

const mib = 1024 * 1024
const hour = 3_600_000
let world: QueueWorld
beforeEach(() => {
  world = new QueueWorld()
  world.giveGrant(1, 7)
})

describe('normal operation', () => {
  test('sends a small photo in one round trip', async () => {
    world.accept()
    expect(await world.drain()).toMatchObject({ why: 'idle', remaining: 0, nextWakeAt: null })
    expect(world.server.callNames()).toEqual(['create'])
    expect(await world.undelivered()).toEqual([])
  })

  test('creates a large upload empty and sends growing chunks without extra requests', async () => {
    world.accept({ bytes: 12 * mib })
    await world.drain()
    expect(world.server.callNames()).toEqual(['create', 'patch', 'patch', 'patch', 'patch', 'patch'])
    expect(world.server.calls.map(({ bytes }) => bytes / mib)).toEqual([0, 0.125, 0.5, 2, 8, 1.375])
    expect(await world.undelivered()).toEqual([])
  })

  test('sends photos before videos, oldest first', async () => {
    const video = world.accept({ type: 'video/mp4' })
    const first = world.accept()
    const second = world.accept()
    await world.drain()
    expect(world.server.calls.map(({ id }) => id)).toEqual([first.id, second.id, video.id])
  })

  test('does not send the photos of a guest before the server knows the guest, and sends those of others', async () => {
    const local = world.accept({ ownerId: localOwner('a') })
    const own = world.accept()
    expect(await world.drain()).toMatchObject({ why: 'idle', remaining: 1, nextWakeAt: null })
    expect(world.server.calls.map(({ id }) => id)).toEqual([own.id])
    expect(await world.item(local.id)).toMatchObject({ state: 'queued', attempts: 0 })
  })

  test('sends two small photos in parallel in a page, a large one alone', async () => {
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

  test('reports only progress that the server has confirmed', async () => {
    const { id } = world.accept({ bytes: 3 * mib })
    const seen: number[] = []
    const { wire } = world.server
    const patch: typeof wire.patch = async (...request) => {
      seen.push((await world.item(id)).confirmedOffset)
      return wire.patch(...request)
    }
    await world.drain({ ports: { ...world.ports, wire: { ...wire, patch } } })
    expect(seen).toEqual([0, mib / 8, (mib / 8) * 5, (mib / 8) * 21])
  })
})

describe('the same photo twice', () => {
  test('marks a photo that the server has as duplicate and sends no byte', async () => {
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

describe('takeover', () => {
  test('stops a drainer with an old epoch at its next write', async () => {
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

  test('reconciles in one request after a restart and does not send delivered photos again', async () => {
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
    expect(world.server.callNames()[0]).toBe('reconcile')
    expect(world.server.callNames().filter((call) => call === 'reconcile')).toHaveLength(1)
    expect(await world.undelivered()).toEqual([])
  })

  test('moves a copy whose page is closed to lost_source', async () => {
    const { id } = world.accept()
    const staging = { ...(await world.item(id)), state: 'staging' } as const
    world.accepted.delete(id)
    await world.store.forget([id])
    world.store.add(staging, async () => new Uint8Array())
    await world.drain()
    expect(world.stateOf(id)).toBe('lost_source')
    expect(world.server.calls).toEqual([])
  })

  test('stops between two chunks (page hidden, update) and resumes there', async () => {
    const { id } = world.accept({ bytes: 3 * mib })
    const { wire } = world.server
    const patch: typeof wire.patch = async (...request) => {
      world.isStopping = true
      return wire.patch(...request)
    }
    const end = await world.drain({ ports: { ...world.ports, wire: { ...wire, patch } } })
    expect(end).toMatchObject({ why: 'stopped', remaining: 1 })
    expect(await world.item(id)).toMatchObject({ state: 'queued', confirmedOffset: mib / 8 })
    world.isStopping = false
    await world.drain()
    expect(await world.undelivered()).toEqual([])
    expect(world.server.calls.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(3 * mib)
  })
})

describe('device storage', () => {
  test('fails a photo with missing rows and sends the others', async () => {
    const { id } = world.accept()
    const other = world.accept()
    const { store } = world
    const readBytes: typeof store.readBytes = async (item, from, to) =>
      item.id === id ? new Uint8Array() : store.readBytes(item, from, to)
    await world.drain({ ports: { ...world.ports, store: overridden(store, { readBytes }) } })
    expect(await world.item(id)).toMatchObject({ state: 'failed', cause: { class: 'storage' } })
    expect(world.stateOf(other.id)).toBe('done')
  })

  test('blocks only the photo whose rows cannot be read, and retries it', async () => {
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

  test('ends the drain without sending when the storage refuses every write', async () => {
    world.accept()
    const move = () => Promise.reject(new StorageBroken('closed'))
    const end = await world.drain({ ports: { ...world.ports, store: overridden(world.store, { move }) } })
    expect(end).toMatchObject({ why: 'storage' })
    expect(world.server.calls).toEqual([])
  })

  test('parks a photo after an unexpected error and sends the others', async () => {
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

  test('sends the others when the person pauses a photo right after its unexpected error', async () => {
    const { id } = world.accept()
    const other = world.accept()
    const { wire } = world.server
    let hasFailed = false
    const create: typeof wire.create = async (photo, body, sending) => {
      hasFailed = photo.id === id
      if (hasFailed) throw new RangeError('ours')
      return wire.create(photo, body, sending)
    }
    const item: typeof world.store.item = async (which) => {
      const read = await world.store.item(which)
      if (hasFailed && which === id) await pauseItems({ store: world.store, ownerId: 1 }, [id])
      return read
    }
    const end = await world.drain({
      ports: { ...world.ports, wire: { ...wire, create }, store: overridden(world.store, { item }) },
    })
    expect(end).toMatchObject({ why: 'idle', remaining: 0 })
    expect([world.stateOf(id), world.stateOf(other.id)]).toEqual(['paused', 'done'])
  })

  test('deletes a receipt after thirty days', async () => {
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

function overridden<T extends object>(target: T, methods: Partial<T>): T {
  return new Proxy(target, {
    get(object, name) {
      const own: unknown = Reflect.get(methods, name)
      const method: unknown = own ?? Reflect.get(object, name, object)
      return typeof method === 'function' && own === undefined ? (method.bind(object) as unknown) : method
    },
  })
}
