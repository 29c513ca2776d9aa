import { openDB } from 'idb'
import { expect, test } from 'vitest'
import { abortOnFailure } from '#upload-queue/store/abortOnFailure.ts'
import { DecisionConnection } from '#upload-queue/decisions/decisionDatabase.ts'

let count = 0
async function openTexts() {
  count += 1
  return openDB<{ texts: { key: number; value: string } }>(`abort-${count}`, 1, {
    upgrade: (database) => void database.createObjectStore('texts'),
  })
}

test('rolls back when the body fails after a write', async () => {
  const database = await openTexts()
  const failing = abortOnFailure(database.transaction('texts', 'readwrite'), async (transaction) => {
    await transaction.store.put('half', 1)
    throw new Error('refused')
  })
  await expect(failing).rejects.toThrow('refused')
  expect(await database.getAll('texts')).toEqual([])
})

test('resolves with the result when the transaction is committed', async () => {
  const database = await openTexts()
  const result = await abortOnFailure(database.transaction('texts', 'readwrite'), (transaction) =>
    transaction.store.put('whole', 2),
  )
  expect(result).toBe(2)
  expect(await database.getAll('texts')).toEqual(['whole'])
})

test('stores no decision of an operation that fails half-way', async () => {
  const database = new DecisionConnection('abort-decisions')
  const grant = { grant: 'em_x', obtainedAt: 0, expiresAt: 1 }
  const failing = database.transact(['grants'], async (transaction) => {
    await transaction.objectStore('grants').put(grant, [1, 7])
    throw new Error('refused')
  })
  await expect(failing).rejects.toThrow('refused')
  const kept = await database.transact(['grants'], (transaction) => transaction.objectStore('grants').getAll())
  expect(kept).toEqual([])
})
