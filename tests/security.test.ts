import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Row {
  readonly item: string
  readonly level: string
  readonly state: string
  readonly where: string
}

const rows = readFileSync('docs/security.md', 'utf8')
  .split('\n')
  .map((line) => /^\| (\d+\.\d+\.\d+) \| ([12]) \| [^|]+ \| ([^|]+) \| ([^|]+) \|$/.exec(line))
  .filter((match) => match !== null)
  .map(([, item = '', level = '', state = '', where = '']): Row => ({ item, level, state, where }))

test('lists every requirement of ASVS 5.0.0 of levels 1 and 2 once', () => {
  expect(new Set(rows.map(({ item }) => item)).size).toBe(rows.length)
  expect(rows.filter(({ level }) => level === '1')).toHaveLength(70)
  expect(rows.filter(({ level }) => level === '2')).toHaveLength(183)
})

test('names an existing test or page for each met requirement', () => {
  const missing = rows.filter(({ state, where }) => {
    const file =
      /^`(tests\/.+)`$/.exec(where)?.[1] ?? /^\[.+\]\((.+)\)$/.exec(where)?.[1]?.replace(/^(?!\.\.\/)/, 'docs/')
    return state === 'met' && where !== 'this page' && !existsSync((file ?? '').replace('../', ''))
  })
  expect(missing).toEqual([])
})

test('gives a reason for each requirement that is not met or not applicable', () => {
  const states = new Set(rows.map(({ state }) => state))
  expect([...states].toSorted()).toEqual(['met', 'not applicable', 'not met'])
  expect(rows.filter(({ state, where }) => state !== 'met' && where.length < 4)).toEqual([])
})

test('meets level 1 except where the specification differs', () => {
  const unmet = rows.filter(({ level, state }) => level === '1' && state === 'not met')
  expect(unmet.map(({ item }) => item)).toEqual(['6.2.1', '6.2.5'])
})
