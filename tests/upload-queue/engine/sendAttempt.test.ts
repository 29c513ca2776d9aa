import { beforeEach, describe, expect, test } from 'vitest'
import type { DrainContext } from '#upload-queue/engine/drainContext.ts'
import { startThroughput } from '#upload-queue/engine/throughput.ts'
import { startTrial } from '#upload-queue/engine/laneTrial.ts'
import type { OwnerId } from '#upload-queue/engine/owner.ts'
import type { Ports } from '#upload-queue/engine/ports.ts'
import type { QueueItem } from '#upload-queue/engine/queueItem.ts'
import { SendAttempt } from '#upload-queue/engine/sendAttempt.ts'
import { QueueWorld } from '#tests/upload-queue/support/queueWorld.ts'

let world: QueueWorld
let item: QueueItem
beforeEach(() => {
  world = new QueueWorld()
  world.giveGrant(1, 7)
  item = world.accept({ bytes: 300_000 })
})

function contextOf(ports: Ports = world.ports): DrainContext {
  const shouldStop = () => world.isStopping
  const inFlight: DrainContext['inFlight'] = new Map([[item.id, { item, ended: new Promise(() => {}) }]])
  const fresh = {
    withoutGrant: new Set<string>(),
    inFlight,
    trial: startTrial,
    onLaneAllowed: () => {},
    refusals: new Map(),
    atDailyLimit: new Set<OwnerId>(),
  }
  return { ports, epoch: world.store.epoch, throughput: startThroughput(), shouldStop, ...fresh }
}

const statesOf = () => world.transitions.filter(({ id, from }) => id === item.id && from !== null).map(({ to }) => to)

describe('a send attempt', () => {
  test('creates the upload, sends its chunks, and ends with the receipt', async () => {
    expect(await new SendAttempt(contextOf(), item).send()).toBe('delivered')
    expect(world.server.callNames()).toEqual(['create', 'patch', 'patch'])
    expect(new Set(statesOf())).toEqual(new Set(['sending', 'done']))
    expect(await world.undelivered()).toEqual([])
  })

  test('marks the item announced before the first request', async () => {
    const seen: (boolean | undefined)[] = []
    const { wire } = world.server
    const create: typeof wire.create = async (...request) => {
      seen.push((await world.store.item(item.id))?.announced)
      return wire.create(...request)
    }
    await new SendAttempt(contextOf({ ...world.ports, wire: { ...wire, create } }), item).send()
    expect(seen).toEqual([true])
  })

  test('resumes an announced upload with HEAD, without a second creation', async () => {
    world.server.fault = (call) => (call === 'patch' ? 'lost' : undefined)
    expect(await new SendAttempt(contextOf(), item).send()).toBe('no_answer')
    world.server.fault = () => undefined
    world.server.calls.length = 0
    expect(await new SendAttempt(contextOf(), await world.item(item.id)).send()).toBe('delivered')
    expect(world.server.callNames()[0]).toBe('head')
    expect(world.server.callNames()).not.toContain('create')
  })

  test('renews a refused grant once and continues at the same offset', async () => {
    const context = contextOf()
    world.noGrant = null
    world.revokeGrants()
    expect(await new SendAttempt(context, item).send()).toBe('delivered')
    expect(world.renewals).toEqual([7])
    expect(context.withoutGrant.size).toBe(0)
  })

  test('waits for its person when the grant is refused and no page of that person is open', async () => {
    const context = contextOf()
    world.revokeGrants()
    expect(await new SendAttempt(context, item).send()).toBe('parked')
    expect(await world.item(item.id)).toMatchObject({ state: 'waiting_auth', refusedGrantId: 'grant-1' })
    expect([...context.withoutGrant]).toEqual([item.id])
  })

  test('returns the item to the queue between two chunks when the drain must stop', async () => {
    world.server.fault = (call) => {
      world.isStopping ||= call === 'patch'
      return undefined
    }
    expect(await new SendAttempt(contextOf(), item).send()).toBe('stopped')
    expect((await world.item(item.id)).state).toBe('queued')
    expect((await world.item(item.id)).confirmedOffset).toBeGreaterThan(0)
  })

  test('ends when the user changed the item first, and keeps that change', async () => {
    await world.store.move({ id: item.id, from: 'queued', epoch: null, change: { state: 'paused' } })
    expect(await new SendAttempt(contextOf(), item).send()).toBe('parked')
    expect((await world.item(item.id)).state).toBe('paused')
    expect(world.server.calls).toEqual([])
  })

  test('fails without a request when bytes are missing', async () => {
    const { store } = world
    store.readBytes = async () => new Uint8Array()
    const small = world.accept({ bytes: 1000 })
    expect(await new SendAttempt(contextOf(), small).send()).toBe('parked')
    expect(await world.item(small.id)).toMatchObject({ state: 'failed', cause: { class: 'storage' } })
    expect(world.server.calls).toEqual([])
  })
})
