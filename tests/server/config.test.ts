import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from '#server/config.ts'

test('without any variable the server is local and keeps its data beside it', () => {
  expect(readConfig({})).toEqual({
    host: '127.0.0.1',
    port: 4170,
    publicUrl: 'http://127.0.0.1:4170',
    dataDir: resolve('data'),
    logLevel: 'info',
    trustedProxies: [],
  })
})

test('what is set is taken', () => {
  const config = readConfig({
    HOST: '::1',
    PORT: '8080',
    PUBLIC_URL: 'https://eclats.example/',
    TRUSTED_PROXIES: '10.0.0.0/8, loopback',
    LOG_LEVEL: 'warn',
  })
  expect(config).toMatchObject({ host: '::1', port: 8080, publicUrl: 'https://eclats.example', logLevel: 'warn' })
  expect(config.trustedProxies).toEqual(['10.0.0.0/8', 'loopback'])
  expect(readConfig({ HOST: '::1' }).publicUrl).toBe('http://[::1]:4170')
})

test('an empty variable is an absent one', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: ' ' }).port).toBe(4170)
})

test.each([
  ['PORT', 'web'],
  ['PORT', '70000'],
  ['PUBLIC_URL', 'eclats.example'],
  ['PUBLIC_URL', 'https://eclats.example/sous-dossier'],
  ['PUBLIC_URL', 'javascript:alert(1)'],
  ['LOG_LEVEL', 'loud'],
  ['TRUSTED_PROXIES', 'proxy.local'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
])('%s=%s stops the start with a sentence that names it', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(ConfigError)
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} est incorrect : .+ / ${name} is wrong`))
})

test.each(['DATABASE_URL', 'S3_ENDPOINT', 'S3_BUCKET'])('%s is refused, never silently ignored', (name) => {
  expect(() => readConfig({ [name]: 'postgres://db' })).toThrow(/SQLite et sur le disque.*SQLite and disk only/)
})
