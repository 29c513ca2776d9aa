import { beforeEach, describe, expect, test } from 'vitest'
import {
  cancelItems,
  forgetReceipts,
  pauseItems,
  restartItems,
  resumeItems,
  retryItems,
} from '#upload-queue/engine/itemCommands.ts'
import { QueueWorld } from '#tests/upload-queue/support/queueWorld.ts'

let world: QueueWorld
let person: { store: QueueWorld['store']; ownerId: number }
beforeEach(() => {
  world = new QueueWorld()
  world.giveGrant(1, 7)
  person = { store: world.store, ownerId: 1 }
})

describe('pause and resume', () => {
  test('pauses one photo; the others continue', async () => {
    const [paused, other] = [world.accept(), world.accept()]
    expect(await pauseItems(person, [paused.id])).toEqual([paused.id])
    await world.drain()
    expect([world.stateOf(paused.id), world.stateOf(other.id)]).toEqual(['paused', 'done'])
  })

  test('pauses everything of this person and nothing of others', async () => {
    const mine = [world.accept(), world.accept()]
    const foreign = world.accept({ ownerId: 2 })
    await pauseItems(person, 'all')
    expect(mine.map(({ id }) => world.stateOf(id))).toEqual(['paused', 'paused'])
    expect(world.stateOf(foreign.id)).toBe('queued')
    expect(await resumeItems(person, 'all')).toHaveLength(2)
    await world.drain()
    expect(mine.map(({ id }) => world.stateOf(id))).toEqual(['done', 'done'])
  })

  test('does not pause a photo whose bytes are all confirmed', async () => {
    const { id } = world.accept()
    await world.store.move({ id, from: 'queued', epoch: null, change: { state: 'sending' } })
    await world.store.move({ id, from: 'sending', epoch: null, change: { state: 'finalizing' } })
    expect(await pauseItems(person, [id])).toEqual([])
  })
})

describe('retry', () => {
  test('resets all counters of a failed photo', async () => {
    const { id } = world.accept()
    world.server.fault = () => ({ status: 415, message: 'Une phrase' })
    await world.drain()
    await retryItems(person, [id])
    expect(await world.item(id)).toMatchObject({
      state: 'queued',
      attempts: 0,
      recreations: [],
      nextAttemptAt: null,
      cause: null,
    })
  })

  test('restarts all waiting photos and leaves paused and done ones unchanged', async () => {
    const [waiting, paused] = [world.accept(), world.accept()]
    await pauseItems(person, [paused.id])
    world.server.fault = () => ({ status: 503 })
    await world.drain()
    world.server.fault = () => undefined
    expect(await retryItems(person, 'all')).toEqual([waiting.id])
    await world.drain()
    expect([world.stateOf(waiting.id), world.stateOf(paused.id)]).toEqual(['done', 'paused'])
  })
})

describe('retry after 429', () => {
  const refusal = { status: 429, retryAfterMs: 24 * 3_600_000 }
  beforeEach(async () => {
    world.accept()
    world.accept()
    world.server.failOn('create', refusal)
    await world.drain()
  })

  test('sends one request, and pauses the queue again when it gets the same answer', async () => {
    await retryItems(person, 'all')
    expect(await world.drain()).toMatchObject({ why: 'queue_paused' })
    expect(await world.drain()).toMatchObject({ why: 'queue_paused' })
    expect(world.server.callNames()).toEqual(['create', 'create'])
  })

  test('sends all photos when the server accepts them again', async () => {
    world.server.fault = () => undefined
    await retryItems(person, 'all')
    await world.drain()
    expect(await world.undelivered()).toEqual([])
  })

  test('sends also a photo that was waiting behind the refused one', async () => {
    world.server.fault = () => undefined
    const [, waiting] = world.accepted.keys()
    await retryItems(person, [waiting ?? ''])
    await world.drain()
    expect(world.stateOf(waiting ?? '')).toBe('done')
  })

  test('keeps the pause when no person asked for it', async () => {
    world.server.fault = () => undefined
    await restartItems(person, 'all')
    expect(await world.drain()).toMatchObject({ why: 'queue_paused' })
    expect(world.server.callNames()).toEqual(['create'])
  })
})

describe('forget a receipt and cancel', () => {
  test('removes a receipt from the list and keeps the media', async () => {
    const { id } = world.accept()
    await world.drain()
    await forgetReceipts(person, [id])
    expect(await world.store.item(id)).toBeUndefined()
    expect(world.server.medias).toHaveLength(1)
  })

  test('keeps a photo that has no receipt when receipts are removed', async () => {
    const { id } = world.accept()
    await forgetReceipts(person, [id])
    expect(await world.store.item(id)).toMatchObject({ state: 'queued' })
  })

  test('deletes a failed photo that was never announced at once, with its bytes', async () => {
    const item = world.accept()
    const { id } = item
    await world.store.move({ id, from: 'queued', epoch: null, change: { state: 'failed' } })
    await cancelItems(person, [id])
    expect(world.stateOf(id)).toBe('cancelled')
    expect(await world.store.readBytes(item, 0, item.size)).toHaveLength(0)
  })

  test('keeps the bytes of an announced photo until the server was asked', async () => {
    const item = world.accept()
    world.server.fault = () => 'half'
    await world.drain()
    await cancelItems(person, [item.id])
    expect(world.stateOf(item.id)).toBe('cancelling')
    expect(await world.store.readBytes(item, 0, item.size)).toHaveLength(item.size)
  })

  test('is idempotent', async () => {
    const { id } = world.accept()
    await cancelItems(person, [id])
    expect(await cancelItems(person, [id])).toEqual([])
  })
})

test('applies a command when the drainer writes at the same time', async () => {
  const { id } = world.accept()
  const { store } = world
  const move = store.move.bind(store)
  let isFirst = true
  store.move = async (wanted) => {
    if (isFirst) {
      isFirst = false
      await move({ id, from: 'queued', epoch: null, change: { state: 'sending' } })
    }
    return move(wanted)
  }
  expect(await pauseItems(person, [id])).toEqual([id])
  expect(world.stateOf(id)).toBe('paused')
})
