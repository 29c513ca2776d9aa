import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const rooms = /^(domain|upload-queue|sw|src|server|tests|scripts|deploy|docs)\//

test('names only files and folders that exist', () => {
  const documents = globSync(['*.md', 'docs/**/*.md', '{domain,upload-queue,server,src}/**/*.md'])
  const named = documents.flatMap((document) =>
    [...readFileSync(document, 'utf8').matchAll(/`([^`\s]+)`/g)]
      .map(([, path = '']) => path)
      .filter((path) => rooms.test(path) && !/[*<{$…]/.test(path))
      .map((path) => ({ document, path })),
  )
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter(({ path }) => !existsSync(path))).toEqual([])
})

test('names only commands that npm runs, with the Node of the packages', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  const commands = globSync(['*.md', 'docs/*.md']).flatMap((document) =>
    [...readFileSync(document, 'utf8').matchAll(/\bnpm run ([\w:]+)|`(node [\w/.-]+\.ts)/g)].map(
      ([, name = '', direct]) => ({ document, name, direct }),
    ),
  )
  expect(commands.length).toBeGreaterThan(50)
  expect(commands.filter(({ name, direct }) => direct !== undefined || !(name in scripts))).toEqual([])
})
