import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { importGraph, importsOf, packagesOf } from '../scripts/importGraph.ts'
import { allEndpoints } from '#domain/contract/endpoints.ts'

const law: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  'upload-queue': ['domain'],
  sw: ['upload-queue', 'domain'],
  server: ['domain'],
  src: ['upload-queue', 'domain'],
}
const rooms = Object.keys(law).join()

/** Names that say nothing of what a file holds, or only that there is another one. */
const forbiddenName = /(^|\/)(utils?|helpers?|misc|common|types|index|new[^/]*|[^/]*2)\.tsx?$/

function featureOf(path: string): string | undefined {
  return /^src\/features\/([^/]+)/.exec(path)?.[1]
}

function violations(file: string, text: string): string[] {
  const [room = ''] = file.split('/')
  const feature = featureOf(file)
  return importsOf(file, text).filter((to) => {
    const [target = ''] = to.split('/')
    if (target !== room) return !law[room]?.includes(target)
    // The engine imports neither storage, wire nor views: it gets them through its ports.
    if (file.startsWith('upload-queue/engine/')) return !/^upload-queue\/(engine|compress)\//.test(to)
    if (file.startsWith('src/ui/')) return !/^src\/(ui|styles)\//.test(to)
    const other = featureOf(to)
    return feature !== undefined && ((other !== undefined && other !== feature) || to.startsWith('src/routes'))
  })
}

const files = globSync(`{${rooms}}/**/*.{ts,tsx}`)

test('allows every import by the layer rules', () => {
  expect(files.length).toBeGreaterThan(100)
  expect(files.flatMap((file) => violations(file, readFileSync(file, 'utf8')).map((to) => `${file} -> ${to}`))).toEqual(
    [],
  )
})

test('detects planted violations of the layer rules', () => {
  expect(violations('src/features/media/A.tsx', "import { x } from '../evenement/x.ts'")).toHaveLength(1)
  expect(violations('src/features/media/A.tsx', "const p = import('#src/routes/index.tsx')")).toHaveLength(1)
  expect(violations('src/ui/button/Button.tsx', "import '#src/features/media/Desk.tsx'")).toHaveLength(1)
  expect(
    violations('upload-queue/engine/ports.ts', "import type { A } from '#upload-queue/queueView.ts'"),
  ).toHaveLength(1)
  expect(violations('domain/media/media.ts', "import '#src/main.tsx'")).toHaveLength(1)
  expect(violations('server/media/a.ts', "export { a } from '#upload-queue/drain.ts'")).toHaveLength(1)
  expect(violations('sw/sw.ts', "import url from '#src/x.ts?worker&url'")).toHaveLength(1)
})

test('names every file after a noun', () => {
  // Route files are named after their address, and the router requires `index` for the first page.
  const named = files.filter((file) => !file.startsWith('src/routes/') && forbiddenName.test(file))
  expect(named).toEqual([])
})

test('places a test like the code it tests', () => {
  const tests = globSync(`tests/{${rooms}}/**/*.test.{ts,tsx}`)
  const folders = tests.filter((file) => !existsSync(dirname(file).replace(/^tests\//, '')))
  expect(tests.length).toBeGreaterThan(10)
  expect(folders).toEqual([])
})

test('gives every call of the contract its own method and address', () => {
  const calls = allEndpoints().map(({ endpoint }) => `${endpoint.method} ${endpoint.path.replaceAll(/:\w+/g, ':')}`)
  expect(new Set(calls).size).toBe(calls.length)
})

/** Bindings of another package, which sharp and Node need for each platform, are optional dependencies. */
test('installs for a running server the packages that it imports, and no others', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> }
  const imported = globSync('{domain,server}/**/*.ts').flatMap((file) => packagesOf(readFileSync(file, 'utf8')))
  expect(Object.keys(dependencies).toSorted()).toEqual([...new Set(imported)].toSorted())
})

/** What Node loads with a file and cannot: files that need the build, or that are not TypeScript. */
function neededBuilds(entry: string, textOf = (file: string) => readFileSync(file, 'utf8')): string[] {
  const loaded = new Set<string>([entry])
  for (const file of loaded) {
    if (!file.endsWith('.ts')) continue
    const text = textOf(file).replaceAll(/^(?:import|export) type .*/gm, '')
    for (const to of importsOf(file, text)) loaded.add(to)
  }
  return [...loaded].filter((file) => !/\.m?[jt]s$/.test(file))
}

test('lets Node load every command without a build', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  const entries = Object.values(scripts).flatMap((line) =>
    [...line.matchAll(/node (\S+\.ts)/g)].map(([, at = '']) => at),
  )
  expect(entries.length).toBeGreaterThan(10)
  expect(entries.flatMap((entry) => neededBuilds(entry).map((file) => `${entry} needs ${file}`))).toEqual([])
})

test('detects a command that needs the build', () => {
  const texts: Readonly<Record<string, string>> = {
    'tests/run.ts': "import { a } from './a.ts'",
    'tests/a.ts': "import type { C } from '#src/C.tsx'\nimport url from '#src/b.worker.ts?worker&url'",
  }
  expect(neededBuilds('tests/run.ts', (file) => texts[file] ?? '')).toEqual(['src/b.worker.ts?worker&url'])
})

/** Import cycles, each as the files on it; a type import counts like any other. */
function circlesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles: string[][] = []
  const finished = new Set<string>()
  const path: string[] = []
  const visit = (file: string) => {
    const at = path.indexOf(file)
    if (at >= 0) circles.push(path.slice(at))
    if (at >= 0 || finished.has(file)) return
    path.push(file)
    for (const to of graph.get(file) ?? []) visit(to)
    path.pop()
    finished.add(file)
  }
  for (const file of graph.keys()) visit(file)
  return circles
}

test('has no import cycle', () => {
  expect(circlesOf(importGraph())).toEqual([])
})

test('detects an import cycle, also of types', () => {
  const imports = importsOf('server/a/a.ts', "import type { B } from './b.ts'")
  const graph = new Map([
    ['server/a/a.ts', imports],
    ['server/a/b.ts', ['server/c.ts']],
    ['server/c.ts', ['server/a/a.ts']],
  ])
  expect(imports).toEqual(['server/a/b.ts'])
  expect(circlesOf(graph)).toEqual([['server/a/a.ts', 'server/a/b.ts', 'server/c.ts']])
})
