import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { albumEndpoints } from '#domain/album/album.endpoints.ts'
import { donneesEndpoints } from '#domain/donnees/donnees.endpoints.ts'
import { variables } from '#server/configTable.ts'

const read = (path: string) => readFileSync(path, 'utf8')

test('names only variables that the server reads in the files for containers and services', () => {
  // Of the images themselves, the composition and the system.
  const others = new Set([
    'NODE_ENV',
    'TMPDIR',
    'DOMAIN',
    'POSTGRES_USER',
    'POSTGRES_PASSWORD',
    'POSTGRES_DB',
    'ENTRYPOINT',
    'HEALTHCHECK',
    'EXPOSE',
    'VOLUME',
    'WORKDIR',
    'COPY',
    'FROM',
    'USER',
  ])
  const named = ['compose.yaml', 'Dockerfile', 'deploy/eclats.service'].flatMap((path) =>
    [...read(path).matchAll(/\b([A-Z][A-Z\d]+(?:_[A-Z\d]+)*)[:=]/g)].map(([, name = '']) => name),
  )
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => !(name in variables) && !others.has(name))).toEqual([])
})

test('shows only metrics that exist in the dashboard', () => {
  const metrics = readdirSync('server/metrics')
    .map((file) => read(`server/metrics/${file}`))
    .join('\n')
  const shown = [...read('deploy/grafana.json').matchAll(/eclats_\w+/g)].map(([name]) =>
    name.replace(/_(bucket|count|sum)$/, ''),
  )
  expect(shown.length).toBeGreaterThan(8)
  expect(shown.filter((name) => !metrics.includes(`'${name}'`))).toEqual([])
})

test('copies only files that exist into the image', () => {
  const sources = [...read('Dockerfile').matchAll(/^COPY (?:--from=build \/app\/)?(.+) \S+$/gm)].flatMap(
    ([, words = '']) => words.split(' '),
  )
  expect(sources).toContain('server')
  expect(sources.filter((source) => !existsSync(source) && source !== 'dist')).toEqual([])
})

test('gives each server of the composition a folder of temporary files that its user owns', () => {
  const compose = read('compose.yaml')
  const folder = /TMPDIR: (\S+)/.exec(compose)?.[1] ?? ''
  // A volume with a name would be one folder for both servers.
  expect(compose).toContain(`\n    - ${folder}\n`)
  expect(read('Dockerfile')).toMatch(new RegExp(`mkdir .*${folder}.* && chown node:node .*${folder}`))
})

test('passes downloads whose link can be used once through nginx without buffering', () => {
  const locations = [...read('deploy/nginx.conf').matchAll(/location (\S+) \{([^}]*)\}/g)]
  const unbuffered = locations.flatMap(([, path = '', body = '']) => (/proxy_buffering off;/.test(body) ? [path] : []))
  const once = [albumEndpoints.telecharger, donneesEndpoints.fetchLast].map(
    ({ path }) => `/api${path.replace(/:\w+$/, '')}`,
  )
  expect(unbuffered).toEqual(once)
  const documented = read('docs/operations.md')
  expect(once.filter((path) => !documented.includes(`\`${path}\``))).toEqual([])
})
