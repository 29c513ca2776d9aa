import { expect, test } from 'vitest'
import { databaseTroubleOf, isEndedForAnother } from '#server/database/databaseError.ts'

const coded = (code: string, more: object = {}) => Object.assign(new Error('as a driver throws it'), { code, ...more })

test.each([
  ['busy', ['SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT', 'SQLITE_LOCKED', '40001', '40P01', '55P03', '57014']],
  ['busy', ['SQLITE_CONSTRAINT_FOREIGNKEY', 'SQLITE_CONSTRAINT_UNIQUE', '23503', '23505']],
  ['full', ['SQLITE_FULL', '53100']],
  ['away', ['SQLITE_CORRUPT', 'SQLITE_CORRUPT_INDEX', 'SQLITE_NOTADB']],
  ['away', ['53300', '57P01', '57P03', '08006', '25006', 'ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'ENOTFOUND']],
  ['unstorable', ['22021']],
  [null, ['42P01', '22003', '23502', 'SQLITE_CONSTRAINT_NOTNULL', 'SQLITE_ERROR', 'EACCES', 'ENOENT', 'EISDIR']],
] as const)('%s: %j', (trouble, codes) => {
  expect(codes.map((code) => databaseTroubleOf(coded(code)))).toEqual(codes.map(() => trouble))
})

test('classifies a missing socket folder as an unreachable database, but not a missing file', () => {
  expect(databaseTroubleOf(coded('ENOENT', { syscall: 'connect' }))).toBe('away')
  expect(databaseTroubleOf(coded('ENOENT', { syscall: 'open' }))).toBeNull()
})

test.each([
  'Connection terminated unexpectedly',
  'Client has encountered a connection error and is not queryable',
  'timeout exceeded when trying to connect',
  'Query read timeout',
])('classifies an error by its message only: %s', (message) => {
  expect(databaseTroubleOf(new Error(message))).toBe('away')
})

test('retries a transaction only after a conflict with another one', () => {
  expect([isEndedForAnother(coded('40001')), isEndedForAnother(coded('40P01'))]).toEqual([true, true])
  expect([isEndedForAnother(coded('23505')), isEndedForAnother(new Error('40001'))]).toEqual([false, false])
})
