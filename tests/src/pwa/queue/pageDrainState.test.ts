import { describe, expect, test } from 'vitest'
import {
  type DrainPhase,
  hasRun,
  isDraining,
  isUpdating,
  mustProbeHost,
  nextDrainState,
  type PageDrainEvent,
  type PageDrainState,
  startDrainState,
  waitBeforeNext,
} from '#src/pwa/queue/pageDrainState.ts'

const wake = { type: 'wake', networkIsBack: false } as const
const after = (change: Partial<PageDrainState>, ...events: PageDrainEvent[]) =>
  events.reduce(nextDrainState, { ...startDrainState, ...change })

describe('phases', () => {
  // The table of queue.spec.md.
  test.each<[DrainPhase, DrainPhase, DrainPhase, DrainPhase, DrainPhase, DrainPhase]>([
    ['idle', 'draining', 'updating', 'draining', 'idle', 'idle'],
    ['draining', 'draining_again', 'stopping', 'draining_again', 'idle', 'idle'],
    ['draining_again', 'draining_again', 'stopping', 'draining_again', 'draining', 'idle'],
    ['stopping', 'stopping', 'stopping', 'draining_again', 'updating', 'updating'],
    ['updating', 'updating', 'updating', 'draining', 'updating', 'updating'],
  ])('%s: wake, update, update_timeout, round_ended, round_failed', (phase, ...expected) => {
    const events = [
      wake,
      ...(['update', 'update_timeout', 'round_ended', 'round_failed'] as const).map((type) => ({ type })),
    ]
    expect(events.map((event) => after({ phase }, event).phase)).toEqual(expected)
  })

  test('runs one more round for any number of wake-ups during a drain', () => {
    const woken = after({}, wake, wake, wake)
    expect([woken, after(woken, { type: 'round_ended' })].map(isDraining)).toEqual([true, true])
    expect(isDraining(after(woken, { type: 'round_ended' }, { type: 'round_ended' }))).toBe(false)
  })

  test('starts no drain before an update, and drains when the update does not come', () => {
    const updating = after({}, wake, { type: 'update' })
    expect([isDraining(updating), isUpdating(updating)]).toEqual([true, true])
    const still = after(updating, { type: 'round_ended' }, wake)
    expect([isDraining(still), isUpdating(still)]).toEqual([false, true])
    expect(after(still, { type: 'update_timeout' }).phase).toBe('draining')
  })
})

describe('network', () => {
  test('skips network delays in the next round only', () => {
    const woken = after({ silentDrains: 3 }, { type: 'wake', networkIsBack: true }, wake)
    expect(woken).toMatchObject({ networkIsBack: true, silentDrains: 0 })
    expect(after(woken, { type: 'round_started' }).networkIsBack).toBe(false)
  })

  test('probes the host before the third drain without an answer, until it answers', () => {
    const silent: PageDrainEvent = { type: 'drained', end: 'no_network' }
    expect(mustProbeHost(after({}, silent))).toBe(false)
    expect(mustProbeHost(after({}, silent, silent))).toBe(true)
    expect(after({}, silent, silent, { type: 'host_silent' }).silentDrains).toBe(3)
    expect(after({}, silent, silent, { type: 'host_answered' }).silentDrains).toBe(0)
    expect(after({}, silent, { type: 'drained', end: 'idle' }).silentDrains).toBe(1)
  })

  test('lets new files wait for the next retry while the host is silent', () => {
    expect(after({}, { type: 'files_added' }).phase).toBe('draining')
    expect(after({ silentDrains: 1 }, { type: 'files_added' }).phase).toBe('idle')
  })
})

describe('other drainers', () => {
  test('drains when another drainer ends, only if the last drain found it busy', () => {
    const busy = after({}, wake, { type: 'drained', end: 'busy' }, { type: 'round_ended' })
    expect(after(busy, { type: 'other_drain_ended' }).phase).toBe('draining')
    expect(after({}, { type: 'other_drain_ended' }).phase).toBe('idle')
    expect(after(busy, { type: 'drained', end: 'idle' }).isBusyElsewhere).toBe(false)
  })

  test('counts a drain as run unless the lock was busy or Wi-Fi is awaited', () => {
    expect(['idle', 'storage', 'no_network', 'busy', 'wifi'].map((end) => hasRun(end as 'idle'))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
    expect(after({}, { type: 'drained', end: 'busy' }).hasRecovered).toBe(false)
    expect(after({}, { type: 'drained', end: 'idle' }, { type: 'drained', end: 'busy' }).hasRecovered).toBe(true)
  })
})

describe('the wait before the next drain', () => {
  const wait = (silentDrains: number, ...ends: Parameters<typeof waitBeforeNext>[1]) =>
    waitBeforeNext({ ...startDrainState, silentDrains }, ends, 1000)

  test('is that of the first item that is due, at least 0.5 s', () => {
    expect(wait(0, { nextWakeAt: 9000 }, { nextWakeAt: 4000 })).toBe(3000)
    expect(wait(0, { nextWakeAt: 1001 })).toBe(500)
  })

  test('doubles with each drain without an answer, up to 5 s', () => {
    expect([1, 2, 3, 4, 5, 9].map((silent) => wait(silent, { nextWakeAt: 0 }))).toEqual([
      500, 1000, 2000, 4000, 5000, 5000,
    ])
  })

  test('is 5 s while another drainer is busy, and ends only with an event when nothing waits for a time', () => {
    expect(wait(0, 'busy', { nextWakeAt: 60_000 })).toBe(5000)
    expect(wait(0, { nextWakeAt: null })).toBeNull()
  })
})
