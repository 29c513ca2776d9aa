import SqliteDatabase from 'better-sqlite3'
import { expect, test } from 'vitest'
import { preparedOnce } from '#server/database/preparedStatements.ts'

test('prepares a repeated statement once, and evicts the least recently used ones', () => {
  const sqlite = new SqliteDatabase(':memory:')
  const database = preparedOnce(sqlite)
  const often = database.prepare('select 1 as n')
  const once = database.prepare('select 2 as n')
  for (let n = 0; n < 1000; n += 1) {
    expect(database.prepare(`select ${n} as n, 'x'`).all([])).toEqual([{ n, "'x'": 'x' }])
    expect(database.prepare('select 1 as n')).toBe(often)
  }
  expect(database.prepare('select 2 as n')).not.toBe(once)
  database.close()
  expect(sqlite.open).toBe(false)
})
