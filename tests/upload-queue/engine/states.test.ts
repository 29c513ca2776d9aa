import { expect, test } from 'vitest'
import { canMove, goesOnAlone, isEnded, isPending, legalMoves } from '#upload-queue/engine/states.ts'
import type { QueueState } from '#upload-queue/queueView.ts'

const states = Object.keys(legalMoves) as QueueState[]

test('done and cancelled are the only ends, and nothing leaves them', () => {
  expect(states.filter((state) => legalMoves[state].length === 0)).toEqual(['cancelled', 'done'])
  expect(states.filter(isEnded)).toEqual(['cancelled', 'done'])
})

test('every state but the first can be reached, and from each one an end can', () => {
  const reachable = (from: QueueState): Set<QueueState> => {
    const seen = new Set<QueueState>([from])
    for (const state of seen) for (const next of legalMoves[state]) seen.add(next)
    return seen
  }
  expect([...reachable('staging')].toSorted()).toEqual(states.toSorted())
  for (const state of states) expect([...reachable(state)].some(isEnded)).toBe(true)
})

test('a copy that was not finished can never be sent', () => {
  expect(canMove('staging', 'sending')).toBe(false)
  expect(canMove('lost_source', 'queued')).toBe(false)
  expect(canMove('lost_source', 'done')).toBe(false)
})

test('a failed or paused photo waits for its person; no drainer may send it', () => {
  for (const state of ['failed', 'paused'] as const) {
    expect(canMove(state, 'sending')).toBe(false)
    expect(goesOnAlone(state)).toBe(false)
    expect(isPending(state)).toBe(true)
  }
})

test('a cancellation ends as cancelled, or as done when the photo had arrived: never back in the queue', () => {
  expect(legalMoves.cancelling).toEqual(['cancelled', 'done'])
})

test('an unaccepted copy is no photo of the queue', () => {
  expect(states.filter((state) => !isPending(state)).toSorted()).toEqual([
    'cancelled',
    'done',
    'lost_source',
    'staging',
  ])
})
