import { afterAll, beforeAll, expect, test } from 'vitest'
import { jsonMaxBytes, refusedStructure } from '#server/http/jsonBody.ts'
import { unUtilisateur } from '#tests/support/builders.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

function login(payload: string) {
  const headers = { 'content-type': 'application/json' }
  return server.app.inject({ method: 'POST', url: '/api/auth/login', payload, headers })
}

test('refuses a JSON body above 256 kB', async () => {
  const answer = await login(`{"email":"${'a'.repeat(jsonMaxBytes)}"}`)
  expect(answer.statusCode).toBe(413)
  expect(answer.json()).toMatchObject({ code: 'requete.trop_volumineuse' })
})

test('refuses a body that is nested too deeply, as an object and as an array', async () => {
  for (const [open, close] of [
    ['{"a":', '}'],
    ['[', ']'],
  ] as const) {
    const answer = await login(`${open.repeat(33)}1${close.repeat(33)}`)
    expect(answer.json()).toEqual({
      message: 'La requête est invalide : le corps est trop imbriqué',
      code: 'requete.invalide',
    })
  }
})

test('refuses a body with more than 2 000 keys', async () => {
  const keys = Array.from({ length: 2001 }, (_, n) => `"k${n}":0`)
  const answer = await login(`{${keys.join(',')}}`)
  expect(answer.json()).toEqual({
    message: 'La requête est invalide : le corps a trop de champs',
    code: 'requete.invalide',
  })
})

test('does not count braces and colons inside strings', () => {
  const text = JSON.stringify({ texte: `${'{"a":['.repeat(3000)} \\ "` })
  expect(refusedStructure(text)).toBeNull()
  expect(refusedStructure(`{"a\\\\":${'['.repeat(32)}`)).toBe('le corps est trop imbriqué')
})

test('reads an unclosed string to its end', () => {
  expect(refusedStructure('{"a')).toBeNull()
  expect(refusedStructure('{"a\\"')).toBeNull()
})

test('refuses a key that would change the prototype of the object', async () => {
  expect((await login('{"__proto__":{"email":"a@b.fr"}}')).statusCode).toBe(400)
})

test('answers a call without a body that is announced as JSON, as one without a content type', async () => {
  const { token } = await unUtilisateur(server)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const call = { method: 'PUT', url: '/api/notifications/lu', headers } as const
  for (const options of [call, { ...call, payload: '' }])
    expect((await server.app.inject(options)).statusCode).toBe(200)
  expect((await login('')).json()).toMatchObject({
    message: 'La requête est invalide : le corps attendu est absent',
  })
})
