import { expect, test } from 'vitest'
import { unEnvoi } from '#tests/support/unEnvoi.ts'
import { copyLotOf, copyWords } from '#src/features/envoi/copyLot.ts'
import { sendingWords } from '#src/features/envoi/sendingWords.ts'
import type { QueueState } from '#upload-queue/engine/states.ts'

const une = (state: QueueState, addedAt: number) => unEnvoi(state, { addedAt })

test('counts the copied files of the current choice only', () => {
  const items = [une('queued', 1), une('queued', 5), une('done', 5), une('staging', 5), une('staging', 5)]
  const lot = copyLotOf(items)
  expect(lot && copyWords(lot)).toBe('Copie 2 sur 4')
  expect(sendingWords(items)).toMatchObject({ short: 'Copie 2 sur 4', done: 0.5 })
})

test('does not count a file as copied before it is stored', () => {
  const lot = copyLotOf([une('staging', 5), une('volatile', 5), une('lost_source', 5)])
  expect(lot && copyWords(lot)).toBe('Copie 0 sur 1')
})

test('separates the thousands of a large choice', () => {
  const lot = copyLotOf(Array.from({ length: 1200 }, () => une('staging', 5)))
  expect(lot && copyWords(lot)).toBe('Copie 0 sur 1\u202F200')
})

test('is null when nothing is being copied', () => {
  expect(copyLotOf([une('queued', 5), une('lost_source', 5)])).toBeNull()
})
