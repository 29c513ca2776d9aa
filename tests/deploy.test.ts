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

test('stops the composition when a variable that it needs is not in .env', () => {
  const used = [...read('compose.yaml').matchAll(/\$\{([A-Z][A-Z\d_]*)(:\?[^}]+)?\}/g)]
  const names = new Set(used.map(([, name]) => name))
  const required = new Set(used.flatMap(([, name, sentence]) => (sentence === undefined ? [] : [name])))
  expect(names.size).toBe(4)
  expect(required).toEqual(names)
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

test('logs no address of a request, which may hold a secret, in nginx and Caddy', () => {
  const nginx = read('deploy/nginx.conf')
  const [, format = ''] = /^log_format eclats ([^;]*);/m.exec(nginx) ?? []
  expect(format).toContain('$status')
  expect(format).not.toMatch(/\$(request|uri|args|query_string|is_args|request_uri|document_uri|http_\w+|arg_\w+)\b/)
  const servers = [...nginx.matchAll(/^server \{([^]*?)^\}/gm)].map(([, body = '']) => body)
  expect(servers).toHaveLength(2)
  for (const server of servers) {
    expect([...server.matchAll(/access_log \S+(.*);/g)].map(([, name]) => name)).toEqual([' eclats'])
    // nginx writes the line of the request at the levels below.
    expect([...server.matchAll(/error_log \S+(.*);/g)].map(([, level]) => level)).toEqual([' crit'])
  }
  const [options = ''] = read('deploy/Caddyfile').split(/^\}/m)
  expect(options).toContain('request>uri delete')
  expect(options).toContain('request>headers delete')
  // A second log would have no filter.
  expect(read('deploy/Caddyfile').match(/^\s*log\b/gm)).toEqual(['\tlog'])
})
