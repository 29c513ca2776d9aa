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
