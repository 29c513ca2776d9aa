import { beforeEach, describe, expect, test } from 'vitest'
import { startThroughput } from '#upload-queue/engine/throughput.ts'
import { QueueWorld } from '#tests/upload-queue/support/queueWorld.ts'
import { overLine, type SlowLine } from '#tests/upload-queue/support/slowLine.ts'

const kib = 1024
const photo = 3_300_000
const lost = { latencyMs: 400, inFlight: 64 * kib }
let world: QueueWorld
beforeEach(() => {
  world = new QueueWorld()
  world.giveGrant(1, 7)
})

/**
 * Drains once over the line. Returns the bytes sent and the time taken, relative to the line's own values for these
 * photos.
 */
async function send(line: SlowLine, { throughput = startThroughput(), photos = 1 } = {}) {
  const startedAt = world.clock.now()
  const { wire, sent } = overLine(world, line)
  const end = await world.drain({ ports: { ...world.ports, wire }, throughput })
  const bytes = photos * photo
  return { why: end.why, sent: sent() / bytes, time: (world.clock.now() - startedAt) / (bytes / line.speed) }
}

describe('a slow line', () => {
  test.each([375, 50, 25, 12])(
    'of %d kB/s delivers a photo in one drain, close to the minimum of time and bytes',
    async (speed) => {
      world.accept({ bytes: photo })
      const { why, sent, time } = await send({ ...lost, speed })
      expect(why).toBe('idle')
      expect(sent).toBeLessThanOrEqual(1.1)
      expect(time).toBeLessThanOrEqual(1.3)
      expect(await world.undelivered()).toEqual([])
    },
  )

  test('delivers photos one after the other without aborting any', async () => {
    for (let at = 0; at < 5; at += 1) world.accept({ bytes: photo })
    const { sent, time } = await send({ ...lost, speed: 50 }, { photos: 5 })
    expect(sent).toBe(1)
    expect(time).toBeLessThanOrEqual(1.1)
    const [first = ''] = world.accepted.keys()
    const isOfFirst = world.server.calls.map(({ id }) => id.includes(first))
    expect(isOfFirst.lastIndexOf(true)).toBeLessThan(isOfFirst.indexOf(false))
    expect(await world.undelivered()).toEqual([])
  })

  test('that was fast before: adapts to the bytes that arrived and resumes the photo', async () => {
    world.accept({ bytes: photo })
    const { why, sent } = await send({ ...lost, speed: 12 }, { throughput: startThroughput(2000) })
    expect(why).toBe('idle')
    expect(sent).toBeLessThanOrEqual(1.1)
    expect(world.server.callNames().slice(0, 2)).toEqual(['create', 'create'])
    expect(await world.undelivered()).toEqual([])
  })

  test('behind a proxy that forwards only whole bodies gets chunks that fit the timeout', async () => {
    world.accept({ bytes: photo })
    const line = { ...lost, speed: 5, isBuffered: true }
    await send(line)
    for (let times = 0; times < 3; times += 1) await send(line)
    expect(await world.undelivered()).toEqual([])
  })

  test('sends two small photos one by one, on a fast line in parallel', async () => {
    world.accept({ bytes: 100_000 })
    world.accept({ bytes: 100_000 })
    let open = 0
    let most = 0
    const { wire } = world.server
    const create: typeof wire.create = async (...request) => {
      most = Math.max(most, (open += 1))
      const answer = await wire.create(...request)
      open -= 1
      return answer
    }
    const ports = { ...world.ports, wire: { ...wire, create } }
    await world.drain({ lanes: 2, ports, throughput: startThroughput(50) })
    expect(most).toBe(1)
    world.accept({ bytes: 100_000 })
    world.accept({ bytes: 100_000 })
    await world.drain({ lanes: 2, ports, throughput: startThroughput(500) })
    expect(most).toBe(2)
  })
})

describe('photos that take a few seconds', () => {
  /** A server that answers a photo on command, at least as late as the line allows. */
  function heldAnswers(tookMs: number) {
    const answers: (() => void)[] = []
    const { wire } = world.server
    const create: typeof wire.create = async (...request) => {
      await new Promise<void>((resolve) => answers.push(resolve))
      world.clock.time += tookMs
      return wire.create(...request)
    }
    return { answers, ports: { ...world.ports, wire: { ...wire, create } } }
  }

  test('are sent two at a time after the first delivery, the next starting as soon as one is delivered', async () => {
    for (let at = 0; at < 4; at += 1) world.accept({ bytes: photo })
    const { answers, ports } = heldAnswers(8800)
    const drained = world.drain({ lanes: 2, ports, throughput: startThroughput(375) })
    await expect.poll(() => answers).toHaveLength(1)
    answers[0]?.()
    await expect.poll(() => answers).toHaveLength(3)
    answers[1]?.()
    await expect.poll(() => answers).toHaveLength(4)
    for (const answer of answers.slice(2)) answer()
    await drained
    expect(await world.undelivered()).toEqual([])
  })

  test('are still sent two at a time when each gets half of the bandwidth', async () => {
    for (let at = 0; at < 7; at += 1) world.accept({ bytes: photo })
    const waiting: { bytes: number; go: () => void }[] = []
    const carry = async (bytes: number) => {
      if (bytes > photo / 4) await new Promise<void>((go) => waiting.push({ bytes, go }))
      else world.clock.time += 100 + bytes / 325
    }
    const { wire } = world.server
    const create: typeof wire.create = (item, body, sending) =>
      carry(body?.length ?? 0).then(() => wire.create(item, body, sending))
    const patch: typeof wire.patch = (url, chunk, sending) =>
      carry(chunk.body.length).then(() => wire.patch(url, chunk, sending))
    const ports = { ...world.ports, wire: { ...wire, create, patch } }
    const drained = world.drain({ lanes: 2, ports, throughput: startThroughput(325) })
    for (const lanes of [1, 2, 2, 2]) {
      await expect.poll(() => waiting).toHaveLength(lanes)
      const chunks = waiting.splice(0)
      world.clock.time += 100 + chunks.reduce((sum, { bytes }) => sum + bytes, 0) / 325
      for (const { go } of chunks) go()
    }
    await drained
    expect(await world.undelivered()).toEqual([])
  })
})

describe('interrupted connection', () => {
  test('resumes the started photo before the next one', async () => {
    const { id } = world.accept({ bytes: photo })
    const next = world.accept({ bytes: 1000 })
    let chunks = 0
    world.server.fault = (call) => (call === 'patch' && (chunks += 1) === 3 ? 'half' : undefined)
    expect(await world.drain({ networkIsBack: false })).toMatchObject({ why: 'no_network' })
    const before = world.server.calls.length
    const end = await world.drain({ networkIsBack: false })
    expect(end).toMatchObject({ why: 'idle', nextWakeAt: (await world.item(id)).nextAttemptAt })
    expect(world.server.calls).toHaveLength(before)
    world.clock.time += 1000
    await world.drain({ networkIsBack: false })
    const deliveries = world.transitions.filter(({ to }) => to === 'done').map((transition) => transition.id)
    expect(deliveries).toEqual([id, next.id])
    expect(await world.undelivered()).toEqual([])
  })

  test('resumes the started photo first after an outage during which all photos were tried', async () => {
    const { id } = world.accept({ bytes: photo })
    const next = world.accept({ bytes: 1000 })
    let chunks = 0
    world.server.fault = (call) => (call === 'patch' && (chunks += 1) > 2 ? 'lost' : undefined)
    await world.drain()
    world.server.fault = () => 'lost'
    for (let times = 0; times < 6; times += 1) {
      world.clock.time += 60_000
      await world.drain({ networkIsBack: false })
    }
    expect((await world.item(next.id)).netFailures).toBeGreaterThan(0)
    world.server.fault = () => undefined
    await world.drain({ networkIsBack: true })
    const deliveries = world.transitions.filter(({ to }) => to === 'done').map((transition) => transition.id)
    expect(deliveries).toEqual([id, next.id])
  })

  test('asks for the offset and resumes the photo when a proxy times out slow bodies (408)', async () => {
    world.accept({ bytes: photo })
    let isFirst = true
    const { wire } = world.server
    const patch: typeof wire.patch = async (url, { offset, body }, sending) => {
      if (!isFirst) return wire.patch(url, { offset, body }, sending)
      isFirst = false
      await wire.patch(url, { offset, body: body.subarray(0, 50_000) }, sending)
      return { ...(await wire.head(url, sending)), kind: 'http', status: 408, tus: false } as never
    }
    expect(await world.drain({ ports: { ...world.ports, wire: { ...wire, patch } } })).toMatchObject({ why: 'idle' })
    expect(world.server.calls.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(photo)
    expect(await world.undelivered()).toEqual([])
  })

  test('backs off after two attempts when a proxy times out every body', async () => {
    const { id } = world.accept({ bytes: photo })
    world.server.failOn('patch', { status: 408, tus: false })
    await world.drain()
    expect(world.server.callNames()).toEqual(['create', 'patch', 'head', 'patch'])
    expect(await world.item(id)).toMatchObject({ state: 'backoff', cause: { status: 408 } })
  })
})
