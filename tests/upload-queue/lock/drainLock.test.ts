import { beforeEach, describe, expect, test, vi } from 'vitest'
import { StorageFull } from '#upload-queue/engine/queueErrors.ts'
import { drainLockName, type DrainLockOptions, isSending, withDrainLock } from '#upload-queue/lock/drainLock.ts'
import { SilenceWatch } from '#upload-queue/lock/silenceWatch.ts'
import { Phone } from '#tests/upload-queue/support/phone.ts'

let phone: Phone
let beats: (() => void)[]
let silence: SilenceWatch
beforeEach(() => {
  phone = new Phone()
  beats = []
  silence = new SilenceWatch(() => silence.recordHeartbeat(phone.clock.now()))
})

const visiblePage: DrainLockOptions = { waitMs: 0, canSteal: true }
const worker: DrainLockOptions = { waitMs: 5000, canSteal: false }

function deps(locks: LockManager | undefined = navigator.locks) {
  const every = (_ms: number, beat: () => void) => {
    beats.push(beat)
    return () => void beats.splice(beats.indexOf(beat), 1)
  }
  return { locks, lease: phone.lease, clock: phone.clock, holder: 'a place', silence, every }
}

/** A drainer that holds the lock until the test ends it. */
function holder(lockOptions: DrainLockOptions = visiblePage) {
  let end: () => void = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  let started: (lost: AbortSignal) => void = () => {}
  const isHolding = new Promise<AbortSignal>((resolve) => (started = resolve))
  const result = withDrainLock(deps(), lockOptions, async ({ epoch, lost }) => {
    started(lost)
    await ended
    return epoch
  })
  return { end: () => end(), isHolding, result }
}

test('isSending is true while a page holds the lock, and false in a browser without Web Locks', async () => {
  expect(await isSending(navigator.locks)).toBe(false)
  const page = holder()
  await page.isHolding
  expect(await isSending(navigator.locks)).toBe(true)
  expect(await isSending(undefined)).toBe(false)
  page.end()
  await page.result
  expect(await isSending(navigator.locks)).toBe(false)
})

describe('mutual exclusion', () => {
  test('returns busy to a second page without waiting', async () => {
    const first = holder()
    await first.isHolding
    expect(await withDrainLock(deps(), visiblePage, async () => 'mine')).toBe('busy')
    first.end()
    expect(await first.result).toBe(1)
    expect(await withDrainLock(deps(), visiblePage, async () => 'mine')).toBe('mine')
  })

  test("waits for the page in a worker's event", async () => {
    const page = holder()
    await page.isHolding
    const waiting = withDrainLock(deps(), worker, async ({ epoch }) => epoch)
    page.end()
    expect(await waiting).toBe(2)
  })

  test('returns busy to a worker after its timeout', async () => {
    const page = holder()
    await page.isHolding
    expect(await withDrainLock(deps(), { waitMs: 20, canSteal: false }, async () => 'mine')).toBe('busy')
    page.end()
    expect(await page.result).toBe(1)
  })

  test('releases the lock and rethrows when the body fails', async () => {
    const failing = withDrainLock(deps(), visiblePage, () => Promise.reject(new RangeError('ours')))
    await expect(failing).rejects.toThrow(RangeError)
    expect(beats).toEqual([])
    expect(await withDrainLock(deps(), visiblePage, async () => 'mine')).toBe('mine')
  })
})

describe('a holder without heartbeat', () => {
  test('is replaced by a visible page after 30 s and is notified of the loss', async () => {
    const frozen = holder()
    const lost = await frozen.isHolding
    phone.clock.time += 29_000
    expect(await withDrainLock(deps(), visiblePage, async () => 'mine')).toBe('busy')
    phone.clock.time += 5000
    expect(await withDrainLock(deps(), visiblePage, async ({ epoch }) => epoch)).toBe(2)
    expect(await frozen.result).toBe('busy')
    expect(lost.aborted).toBe(true)
    frozen.end()
  })

  test('a worker or a hidden page never steals the lock', async () => {
    const frozen = holder()
    await frozen.isHolding
    for (let times = 0; times < 3; times += 1) {
      phone.clock.time += 3_600_000
      expect(await withDrainLock(deps(), { waitMs: 0, canSteal: false }, async () => 'mine')).toBe('busy')
    }
    frozen.end()
    expect(await frozen.result).toBe(1)
  })

  test('keeps the lock as long as it writes heartbeats', async () => {
    const slow = holder()
    await slow.isHolding
    for (let times = 0; times < 20; times += 1) {
      phone.clock.time += 5000
      for (const beat of beats) beat()
      await phone.lease.read()
      expect(await withDrainLock(deps(), visiblePage, async () => 'mine')).toBe('busy')
    }
    slow.end()
    await slow.result
  })

  test('keeps the lock while a full storage refuses its heartbeats, and only as long as it says that it is alive', async () => {
    const full = holder()
    const lost = await full.isHolding
    vi.spyOn(phone.lease, 'beat').mockRejectedValue(new StorageFull())
    for (let times = 0; times < 20; times += 1) {
      phone.clock.time += 5000
      for (const beat of beats) beat()
      await phone.lease.read()
      expect(await withDrainLock(deps(), visiblePage, async () => 'mine')).toBe('busy')
    }
    phone.clock.time += 30_000
    expect(await withDrainLock(deps(), visiblePage, async () => 'mine')).toBe('busy')
    phone.clock.time += 5000
    expect(await withDrainLock(deps(), visiblePage, async () => 'mine')).toBe('mine')
    expect(lost.aborted).toBe(true)
    full.end()
  })

  test('keeps a lock that was taken with a full storage, from its first moment', async () => {
    for (const write of ['claim', 'beat', 'release'] as const)
      vi.spyOn(phone.lease, write).mockRejectedValue(new StorageFull())
    const earlier = holder()
    await earlier.isHolding
    phone.clock.time += 31_000
    expect(await withDrainLock(deps(), visiblePage, async () => 'mine')).toBe('busy')
    earlier.end()
    await earlier.result
    phone.clock.time += 60_000
    const full = holder()
    const lost = await full.isHolding
    expect(await withDrainLock(deps(), visiblePage, async () => 'mine')).toBe('busy')
    expect(lost.aborted).toBe(false)
    full.end()
    await full.result
  })

  test('keeps the lock while its lease is not written yet', async () => {
    await withDrainLock(deps(), visiblePage, async () => 'let go of')
    let end: () => void = () => {}
    const ended = new Promise<void>((resolve) => (end = resolve))
    const fresh = navigator.locks.request(drainLockName, () => ended).catch((error: Error) => error.name)
    expect(await withDrainLock(deps(), visiblePage, async () => 'mine')).toBe('busy')
    phone.clock.time += 5000
    expect(await withDrainLock(deps(), visiblePage, async () => 'mine')).toBe('busy')
    phone.clock.time += 26_000
    expect(await withDrainLock(deps(), visiblePage, async () => 'mine')).toBe('mine')
    expect(await fresh).toBe('AbortError')
    end()
  })

  test('does not steal back a stolen lock', async () => {
    const frozen = holder()
    await frozen.isHolding
    const other = { ...deps(), silence: new SilenceWatch() }
    await withDrainLock(other, visiblePage, async () => 'mine')
    phone.clock.time += 31_000
    let end: () => void = () => {}
    const ended = new Promise<void>((resolve) => (end = resolve))
    const thief = withDrainLock(other, visiblePage, async ({ epoch, lost }) => {
      await ended
      return [epoch, lost.aborted]
    })
    expect(await frozen.result).toBe('busy')
    end()
    expect(await thief).toEqual([2, false])
    frozen.end()
  })
})

describe('without Web Locks', () => {
  test('replaces only a holder without heartbeat, by the lease alone', async () => {
    const none = { ...deps(), locks: undefined }
    await phone.lease.claim('another page', phone.clock.now())
    expect(await withDrainLock(none, visiblePage, async () => 'mine')).toBe('busy')
    phone.clock.time += 31_000
    expect(await withDrainLock(none, visiblePage, async ({ epoch }) => epoch)).toBe(2)
    expect(await withDrainLock(none, visiblePage, async ({ epoch }) => epoch)).toBe(3)
  })
})

test('uses the lock name that the app update waits for', async () => {
  const page = holder()
  await page.isHolding
  const { held } = await navigator.locks.query()
  expect(held?.map(({ name }) => name)).toContain(drainLockName)
  page.end()
  await page.result
})
