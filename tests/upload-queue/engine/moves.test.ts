import { expect, test } from 'vitest'
import { canMove, legalMoves } from '#upload-queue/engine/moves.ts'
import { continuesByItself, isEnded, isPending, isUnreceived, type QueueState } from '#upload-queue/engine/states.ts'

const states = Object.keys(legalMoves) as QueueState[]

test('has only done and cancelled as final states', () => {
  expect(states.filter((state) => legalMoves[state].length === 0)).toEqual(['cancelled', 'done'])
  expect(states.filter(isEnded)).toEqual(['cancelled', 'done'])
})

test('can reach every state except the first, and an end from each', () => {
  const reachable = (from: QueueState): Set<QueueState> => {
    const seen = new Set<QueueState>([from])
    for (const state of seen) for (const next of legalMoves[state]) seen.add(next)
    return seen
  }
  expect([...reachable('staging')].toSorted()).toEqual(states.toSorted())
  for (const state of states) expect([...reachable(state)].some(isEnded)).toBe(true)
})

test('never sends an incomplete copy', () => {
  expect(canMove('staging', 'sending')).toBe(false)
  expect(canMove('lost_source', 'queued')).toBe(false)
  expect(canMove('lost_source', 'done')).toBe(false)
})

test('never lets a drainer send a failed or paused photo', () => {
  for (const state of ['failed', 'paused'] as const) {
    expect(canMove(state, 'sending')).toBe(false)
    expect(continuesByItself(state)).toBe(false)
    expect(isPending(state)).toBe(true)
  }
})

test('ends a cancellation as cancelled or done, never back in the queue', () => {
  expect(legalMoves.cancelling).toEqual(['cancelled', 'done'])
})

test('does not count an unaccepted copy as pending', () => {
  expect(states.filter((state) => !isPending(state)).toSorted()).toEqual([
    'cancelled',
    'done',
    'lost_source',
    'staging',
  ])
})

test('counts a copy in progress as unreceived, but not one that must be picked again', () => {
  expect(states.filter((state) => !isUnreceived(state)).toSorted()).toEqual(['cancelled', 'done', 'lost_source'])
})

test('continues a photo after a delay without user action, but not one that waits for its person', () => {
  expect(states.filter(continuesByItself)).toContain('backoff')
  for (const state of ['waiting_auth', 'blocked', 'staging', 'lost_source', 'done'] as const)
    expect(continuesByItself(state)).toBe(false)
})
