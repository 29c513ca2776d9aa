import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Discards } from '#upload-queue/caches/discards.ts'
import { drainUnderLock } from '#upload-queue/drainer.ts'
import { drain } from '#upload-queue/engine/drain.ts'
import { cancelItems, pauseItems } from '#upload-queue/engine/itemCommands.ts'
import { startThroughput } from '#upload-queue/engine/throughput.ts'
import type { Ports } from '#upload-queue/engine/ports.ts'
import { StorageBroken, StorageFull } from '#upload-queue/engine/queueErrors.ts'
import { Interruptions } from '#upload-queue/interruptions.ts'
import { NetworkSpeed } from '#upload-queue/network/networkSpeed.ts'
import { SilenceWatch } from '#upload-queue/lock/silenceWatch.ts'
import { fillStorage, freeStorage } from '#tests/upload-queue/support/fullStorage.ts'
import { mortal } from '#tests/upload-queue/support/killer.ts'
import { ModelServer } from '#tests/upload-queue/support/modelServer.ts'
import { Phone, sha256Of, someBytes } from '#tests/upload-queue/support/phone.ts'

const mib = 1024 * 1024
let phone: Phone
let server: ModelServer
let interruptions: Interruptions
beforeEach(() => {
  phone = new Phone()
  server = new ModelServer()
  interruptions = new Interruptions()
})

afterEach(freeStorage)

async function grantFor(ownerId: number, evenementId = 7): Promise<void> {
  const grant = `secret of ${ownerId} for ${evenementId}`
  server.grants.set(grant, { ownerId, evenementId })
  await phone.grants.save({ ownerId, evenementId }, { grant, obtainedAt: 0, expiresAt: 1 })
}

/** A tab or the service worker: its own connection to the same database. */
function place(own = new Phone(undefined, phone.name)) {
  return {
    store: own.store,
    lease: own.lease,
    discards: { finish: () => Promise.resolve(), isPending: false },
    grants: {
      find: (ownerId: number, evenementId: number) => own.grants.find(ownerId, evenementId),
      canRenew: () => false,
      renew: async () => ({ none: 'no_session' }) as const,
    },
    wire: server.wire,
    clock: phone.clock,
    locks: navigator.locks,
    interruptions,
    silence: new SilenceWatch(),
    networkSpeed: new NetworkSpeed(phone.clock, undefined, `rythme ${phone.name}`),
    copiers: async () => new Set<string>(),
    holder: 'a place',
  }
}
const drainOptions = { lanes: 2, networkIsBack: true, waitMs: 0, canSteal: true, shouldStop: () => false } as const
const waiting = { ...drainOptions, waitMs: 5000, canSteal: false }
const stateOf = async (id: string) => (await phone.store.item(id))?.state

describe('the queue on a real database', () => {
  test('delivers the bytes that were picked and deletes them afterwards', async () => {
    await grantFor(1)
    const contents = [someBytes(10, 1), someBytes(2 * mib + 5, 2), someBytes(mib, 3)]
    for (const bytes of contents) await phone.accept(bytes)
    expect(await drainUnderLock(place(), drainOptions)).toMatchObject({ why: 'idle', remaining: 0 })
    expect(server.medias.map(({ sha256 }) => sha256).toSorted()).toEqual(contents.map(sha256Of).toSorted())
    expect(await phone.rowCount()).toBe(0)
    expect((await phone.store.items()).map(({ state }) => state)).toEqual(['done', 'done', 'done'])
  })

  test('keeps a cancelled row while its page is copying the file, so that the page learns of it', async () => {
    const file = phone.file()
    await phone.staging.begin([file], 'page')
    await cancelItems({ store: phone.store, ownerId: 1 }, [file.id])
    const copying = { ...place(), copiers: async () => new Set(['page']) }
    await drainUnderLock(copying, drainOptions)
    expect(await stateOf(file.id)).toBe('cancelled')
    await drainUnderLock(place(), drainOptions)
    expect(await stateOf(file.id)).toBeUndefined()
  })

  test('sends no photo after one that was discarded and could not be erased', async () => {
    await grantFor(1)
    for (const seed of [1, 2]) await phone.accept(someBytes(10, seed))
    const discards = new Discards({
      name: 'envois-supprimes',
      erase: () => Promise.reject(new StorageBroken('UnknownError')),
      locks: undefined,
    })
    const create: typeof server.wire.create = async (...request) => {
      await discards.erase(1)
      return server.wire.create(...request)
    }
    const end = await drainUnderLock(
      { ...place(), discards, wire: { ...server.wire, create } },
      { ...drainOptions, lanes: 1 },
    )
    expect(end).toMatchObject({ why: 'stopped', remaining: 1 })
    expect(server.medias).toHaveLength(1)
  })

  test('sends each photo once when two tabs and a worker drain concurrently', async () => {
    await grantFor(1)
    for (let photo = 0; photo < 6; photo += 1) await phone.accept(someBytes(1000, photo))
    const ends = await Promise.all([place(), place(), place()].map((deps) => drainUnderLock(deps, waiting)))
    expect(ends.every((end) => end !== 'busy' && end.remaining === 0)).toBe(true)
    expect(server.calls.filter(({ call }) => call === 'create')).toHaveLength(6)
    expect(server.medias).toHaveLength(6)
  })

  test('aborts the request of a tab that was frozen, and refuses its writes, after another took over', async () => {
    await grantFor(1)
    const { id } = await phone.accept(someBytes(2 * mib))
    const frozen = place()
    let wake: () => void = () => {}
    const asleep = new Promise<void>((resolve) => (wake = resolve))
    let fellAsleep: () => void = () => {}
    const isAsleep = new Promise<void>((resolve) => (fellAsleep = resolve))
    let sending: AbortSignal | undefined
    const patch: typeof server.wire.patch = async (...request) => {
      sending = request[2].signal
      fellAsleep()
      await asleep
      return server.wire.patch(...request)
    }
    const first = drainUnderLock({ ...frozen, wire: { ...server.wire, patch } }, drainOptions)
    await isAsleep
    const other = { ...place(), interruptions: new Interruptions() }
    expect(await drainUnderLock(other, drainOptions)).toBe('busy')
    phone.clock.time += 31_000
    expect(await drainUnderLock(other, drainOptions)).toMatchObject({ why: 'idle' })
    expect(await stateOf(id)).toBe('done')
    expect(sending?.aborted).toBe(true)
    wake()
    expect(await first).toBe('busy')
    expect(await stateOf(id)).toBe('done')
    expect(server.medias).toHaveLength(1)
  })
})

describe('a phone whose storage is full', () => {
  const full = async (sends: boolean) => {
    const page = new Phone(undefined, phone.name)
    fillStorage()
    const end = await drainUnderLock({ ...place(page), sendsWhenFull: async () => sends }, drainOptions)
    return { end, states: (await page.store.items()).map(({ state }) => state) }
  }

  test('sends accepted photos once each, and deletes their bytes', async () => {
    await grantFor(1)
    await phone.accept(someBytes(2 * mib + 5, 1))
    await phone.accept(someBytes(10, 2))
    const { end, states } = await full(true)
    expect(end).toEqual({ why: 'idle', remaining: 0, nextWakeAt: null })
    expect(states).toEqual(['done', 'done'])
    expect(server.medias).toHaveLength(2)
    freeStorage()
    expect(await phone.rowCount()).toBe(0)
    await drainUnderLock(place(), drainOptions)
    expect(server.medias).toHaveLength(2)
  })

  test('sends a photo once whose page was killed before the receipt', async () => {
    await grantFor(1)
    const { id } = await phone.accept(someBytes(2 * mib, 1))
    server.failOn('patch', 'lost')
    const { states } = await full(true)
    expect(states).toEqual(['waiting_net'])
    freeStorage()
    expect(await phone.item(id)).toMatchObject({ state: 'queued', announced: false })
    server.fault = () => undefined
    await drainUnderLock(place(), drainOptions)
    expect(await stateOf(id)).toBe('done')
    expect(server.medias).toHaveLength(1)
  })

  test('sends nothing from a worker that leaves the queue to an open page', async () => {
    await grantFor(1)
    await phone.accept(someBytes(10, 1))
    const { end, states } = await full(false)
    expect(end).toEqual({ why: 'storage', remaining: 1, nextWakeAt: null })
    expect(states).toEqual(['queued'])
    expect(server.calls).toEqual([])
  })
})

describe('two people on one phone', () => {
  test('keeps the photo of a logged-out person unsent until that person logs in again', async () => {
    await grantFor(1)
    const { id } = await phone.accept(someBytes(10, 1), { ownerId: 1 })
    await phone.person.leave(1)
    await grantFor(2)
    const ofB = await phone.accept(someBytes(10, 2), { ownerId: 2 })
    await drainUnderLock(place(), drainOptions)
    expect(await stateOf(id)).toBe('waiting_auth')
    expect(await stateOf(ofB.id)).toBe('done')
    expect(server.calls.every(({ grant }) => grant.includes('of 2'))).toBe(true)
    await grantFor(1)
    await drainUnderLock(place(), drainOptions)
    expect(server.medias.map(({ ownerId, clientUploadId }) => [ownerId, clientUploadId])).toEqual([
      [2, ofB.id],
      [1, id],
    ])
  })

  test('sends each photo with the grant of its own person when two people use two tabs', async () => {
    await grantFor(1)
    await grantFor(2)
    const photos = [
      await phone.accept(someBytes(10, 1), { ownerId: 1 }),
      await phone.accept(someBytes(10, 1), { ownerId: 2 }),
    ]
    await drainUnderLock(place(), drainOptions)
    for (const { id, ownerId } of photos) {
      expect(server.medias.find((media) => media.clientUploadId === id)?.ownerId).toBe(ownerId)
      expect(server.calls.find((call) => call.id === id)?.grant).toBe(`secret of ${ownerId} for 7`)
    }
  })

  test('never changes photos of another person by a command', async () => {
    const foreign = await phone.accept(someBytes(10), { ownerId: 2 })
    await pauseItems({ store: phone.store, ownerId: 1 }, [foreign.id])
    await cancelItems({ store: phone.store, ownerId: 1 }, 'all')
    expect(await stateOf(foreign.id)).toBe('queued')
  })
})

describe('user action during a request', () => {
  test('aborts the request on pause, stays paused and loses nothing', async () => {
    await grantFor(1)
    const { id } = await phone.accept(someBytes(3 * mib))
    const aborted: boolean[] = []
    const patch: typeof server.wire.patch = async (url, chunk, { signal }) => {
      aborted.push(signal.aborted)
      await pauseItems({ store: phone.store, ownerId: 1 }, [id])
      interruptions.interrupt([id])
      aborted.push(signal.aborted)
      return { kind: 'none', reason: 'interrupted' }
    }
    await drainUnderLock({ ...place(), wire: { ...server.wire, patch } }, drainOptions)
    expect(aborted).toEqual([false, true])
    expect(await stateOf(id)).toBe('paused')
    expect(await phone.rowCount()).toBe(3)
  })

  test('stops sending when everything is erased at logout', async () => {
    await grantFor(1)
    const { id } = await phone.accept(someBytes(3 * mib))
    const patch: typeof server.wire.patch = async (...request) => {
      await phone.person.erase(1)
      return server.wire.patch(...request)
    }
    await drainUnderLock({ ...place(), wire: { ...server.wire, patch } }, drainOptions)
    expect(await phone.store.item(id)).toBeUndefined()
    expect(await phone.rowCount()).toBe(0)
    expect(server.medias).toEqual([])
  })
})

test('delivers the photo once and complete when killed before or after each await on the real database', async () => {
  for (const when of ['before', 'after'] as const) {
    for (let at = 1; ; at += 1) {
      phone = new Phone()
      server = new ModelServer()
      await grantFor(1)
      const bytes = someBytes(mib / 8 + 9, at)
      const { id } = await phone.accept(bytes)
      const deps = place()
      const ports: Ports = { ...deps, random: Math.random, interruption: (item) => interruptions.signal(item) }
      const dying = mortal(ports, { at, when })
      const epoch = await phone.lease.claim('dying', 0)
      const run = { ports: dying.ports, epoch, throughput: startThroughput(), shouldStop: () => false }
      const end = await Promise.race([drain(run, { lanes: 1, networkIsBack: true }), dying.died])
      expect(await drainUnderLock(place(), drainOptions)).toMatchObject({ why: 'idle', remaining: 0 })
      expect(await stateOf(id)).toBe('done')
      expect(server.medias.map(({ sha256 }) => sha256)).toEqual([sha256Of(bytes)])
      expect(await phone.rowCount()).toBe(0)
      if (end !== 'died') break
    }
  }
})

describe('compressed version of a waiting photo', () => {
  const original = someBytes(2 * mib + 5, 4)
  const lighter = someBytes(mib + 7, 5)
  const contents = { sha256: sha256Of(lighter), size: lighter.length, type: 'image/jpeg' }
  const rows = () => [lighter.slice(0, mib).buffer, lighter.slice(mib).buffer]
  const lighten = (id: string) => phone.staging.lighten(id, contents, rows())

  test('is sent instead of the original, whose rows stay until the receipt', async () => {
    await grantFor(1)
    const { id } = await phone.accept(original)
    expect(await lighten(id)).toBe(true)
    expect(await phone.rowCount()).toBe(5)
    server.failOn('patch', 'mute')
    await drainUnderLock(place(), drainOptions)
    expect(await phone.rowCount()).toBe(5)
    server.fault = () => undefined
    await drainUnderLock(place(), drainOptions)
    expect(server.medias).toMatchObject([{ sha256: contents.sha256, sourceSha256: sha256Of(original) }])
    expect(await phone.rowCount()).toBe(0)
  })

  test('is replaced by the original when restored in time', async () => {
    await grantFor(1)
    const before = await phone.accept(original)
    await lighten(before.id)
    await phone.staging.restoreOriginals([before.id])
    expect(await phone.item(before.id)).toEqual(before)
    expect(await phone.rowCount()).toBe(3)
    await drainUnderLock(place(), drainOptions)
    expect(server.medias).toMatchObject([{ sha256: sha256Of(original) }])
  })

  test('can neither be added nor removed once the server may know the photo', async () => {
    await grantFor(1)
    const kept = await phone.accept(original)
    const lightened = await phone.accept(someBytes(2 * mib, 6))
    await lighten(lightened.id)
    server.failOn('create', 'lost')
    for (const { id } of [kept, lightened]) {
      await drainUnderLock(place(), drainOptions)
      expect(await phone.item(id)).toMatchObject({ state: 'waiting_net', announced: true })
      await pauseItems({ store: phone.store, ownerId: 1 }, [id])
    }
    expect(await lighten(kept.id)).toBe(false)
    await phone.staging.restoreOriginals([lightened.id])
    expect(await phone.item(kept.id)).toMatchObject({ sha256: kept.sha256 })
    expect(await phone.item(lightened.id)).toMatchObject({ sha256: contents.sha256 })
  })

  test('is not stored when the phone has no free storage', async () => {
    const before = await phone.accept(original)
    const put: Put = Reflect.get(IDBObjectStore.prototype, 'put')
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
      if (this.name === 'rows' && (key as [string, number])[1] > 1000)
        throw new DOMException('full', 'QuotaExceededError')
      return put.call(this, value, key)
    })
    await expect(lighten(before.id)).rejects.toThrow(StorageFull)
    vi.restoreAllMocks()
    expect(await phone.item(before.id)).toEqual(before)
    expect(await phone.rowCount()).toBe(3)
  })

  test('is created once, and only for photos that get smaller', async () => {
    const small = await phone.accept(someBytes(1000))
    const video = await phone.accept(someBytes(2 * mib), { type: 'video/mp4' })
    expect(await lighten(small.id)).toBe(false)
    expect(await lighten(video.id)).toBe(false)
    const { id } = await phone.accept(original)
    await lighten(id)
    const again = someBytes(10)
    const second = { ...contents, sha256: sha256Of(again), size: 10 }
    expect(await phone.staging.lighten(id, second, [again.buffer])).toBe(false)
    expect(await phone.item(id)).toMatchObject({ sha256: contents.sha256 })
  })
})

type Put = (this: IDBObjectStore, value: unknown, key?: IDBValidKey) => IDBRequest<IDBValidKey>
