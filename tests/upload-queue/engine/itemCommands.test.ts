import { beforeEach, describe, expect, test } from 'vitest'
import { cancelItems, pauseItems, removeItems, resumeItems, retryItems } from '#upload-queue/engine/itemCommands.ts'
import { QueueWorld } from '#tests/upload-queue/support/queueWorld.ts'

let world: QueueWorld
let person: { store: QueueWorld['store']; ownerId: number }
beforeEach(() => {
  world = new QueueWorld()
  world.giveGrant(1, 7)
  person = { store: world.store, ownerId: 1 }
})

describe('pause and resume', () => {
  test('for one: the others go on', async () => {
    const [paused, other] = [world.accept(), world.accept()]
    expect(await pauseItems(person, [paused.id])).toEqual([paused.id])
    await world.drain()
    expect([world.stateOf(paused.id), world.stateOf(other.id)]).toEqual(['paused', 'done'])
  })

  test('for all: everything of this person stops, nothing of another does', async () => {
    const mine = [world.accept(), world.accept()]
    const foreign = world.accept({ ownerId: 2 })
    await pauseItems(person, 'all')
    expect(mine.map(({ id }) => world.stateOf(id))).toEqual(['paused', 'paused'])
    expect(world.stateOf(foreign.id)).toBe('queued')
    expect(await resumeItems(person, 'all')).toHaveLength(2)
    await world.drain()
    expect(mine.map(({ id }) => world.stateOf(id))).toEqual(['done', 'done'])
  })

  test('a photo whose bytes are all there is not paused any more', async () => {
    const { id } = world.accept()
    await world.store.move({ id, from: 'queued', epoch: null, change: { state: 'sending' } })
    await world.store.move({ id, from: 'sending', epoch: null, change: { state: 'finalizing' } })
    expect(await pauseItems(person, [id])).toEqual([])
  })
})

describe('retry', () => {
  test('a failed photo starts with all its chances again', async () => {
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

  test('all: what waits goes now; what is paused or done stays as it is', async () => {
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

describe('give up and remove', () => {
  test('a receipt leaves the list and the media stays', async () => {
    const { id } = world.accept()
    await world.drain()
    await removeItems(person, [id])
    expect(await world.store.item(id)).toBeUndefined()
    expect(world.server.medias).toHaveLength(1)
  })

  test('a failed photo that was never announced is gone at once, bytes and all', async () => {
    const { id } = world.accept()
    await world.store.move({ id, from: 'queued', epoch: null, change: { state: 'failed' } })
    await removeItems(person, [id])
    expect(await world.store.item(id)).toBeUndefined()
    expect(world.stateOf(id)).toBe('cancelled')
  })

  test('an announced one keeps its bytes until the server was told', async () => {
    const item = world.accept()
    world.server.fault = () => 'half'
    await world.drain()
    await removeItems(person, [item.id])
    expect(world.stateOf(item.id)).toBe('cancelling')
    expect(await world.store.readBytes(item, 0, item.size)).toHaveLength(item.size)
  })

  test('twice is once', async () => {
    const { id } = world.accept()
    await cancelItems(person, [id])
    expect(await cancelItems(person, [id])).toEqual([])
  })
})

test('a command meets the drainer in the middle of a write and still holds', async () => {
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
