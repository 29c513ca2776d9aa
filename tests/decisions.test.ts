import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'

test('lists every decision once, with its title', () => {
  const files = globSync('docs/decisions/[0-9]*.md')
  const expected = files.map((file) => {
    const [, title] = /^# (.+)/.exec(readFileSync(file, 'utf8')) ?? []
    return `- [${title}](${basename(file)})`
  })
  const listed = readFileSync('docs/decisions/README.md', 'utf8').match(/^- .+/gm) ?? []
  expect(expected.length).toBeGreaterThan(80)
  expect(listed.toSorted()).toEqual(expected.toSorted())
})

test('names in the status of a decision every later one that extends or changes it', () => {
  const statuses = new Map(globSync('docs/decisions/[0-9]*.md').map((file) => [numberOf(file), statusOf(file)]))
  const missing = [...statuses].flatMap(([later, { extends: extended, changes }]) =>
    extended
      .filter((number) => !statuses.get(number)?.extendedBy.includes(later))
      .concat(changes.filter((number) => !statuses.get(number)?.changedBy.includes(later))),
  )
  expect([...statuses.values()].flatMap(({ changes }) => changes).length).toBeGreaterThan(5)
  expect(missing).toEqual([])
})

function numberOf(file: string): number {
  return Number(basename(file).slice(0, 4))
}

/** The numbers of other decisions in a status, without labels in parentheses and dates. */
function statusOf(file: string) {
  const [, status = ''] = /Status: (.+)/.exec(readFileSync(file, 'utf8')) ?? []
  const words = status.replaceAll(/\([^)]*\)|\d{4}-\d\d-\d\d/g, '')
  const numbersAfter = (verb: RegExp) =>
    [...words.matchAll(verb)].flatMap(({ groups }) => (groups?.['numbers']?.match(/\d+/g) ?? []).map(Number))
  return {
    extends: numbersAfter(/extends(?<numbers>[ ,and\d]+)/g),
    changes: numbersAfter(/changes(?<numbers>[ ,and\d]+)/g),
    extendedBy: numbersAfter(/extended by(?<numbers>[ ,and\d]+)/g),
    changedBy: numbersAfter(/changed by(?<numbers>[ ,and\d]+)/g),
  }
}
