import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allEndpoints } from '#domain/contract/endpoints.ts'
import type { OpenApi } from '#server/openapi/openapi.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const read = async () => (await server.call('GET', '/openapi.json')).json<OpenApi>()

test('is accepted by an independent validator', async () => {
  const document = (await server.call('GET', '/openapi.json')).json<Record<string, unknown>>()
  expect(await new Validator().validate(document)).toEqual({ valid: true })
  // Proves that the validator can fail: a parameter must have an existing location.
  const wrong = { '/': { get: { parameters: [{ name: 'id', in: 'nowhere', schema: {} }] } } }
  expect(await new Validator().validate({ ...document, paths: wrong })).toMatchObject({ valid: false })
})

test('documents every endpoint of the contract with its parameters, and nothing else', async () => {
  const { paths } = await read()
  const described = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const lines = allEndpoints().map(({ endpoint }) => {
    return `${endpoint.method} ${endpoint.path.replaceAll(/:(\w+)/g, '{$1}')}`
  })
  expect(described.toSorted()).toEqual(lines.toSorted())
  const download = paths['/frontend/participant/medias/{id}/download']?.['get']
  expect(download?.parameters.map(({ name, in: place, required }) => `${place} ${name} ${required}`)).toEqual([
    'path id true',
    'query type false',
    'query width false',
    'query height false',
    'query s false',
  ])
})

test('documents access, input, output and errors of a call', async () => {
  const { paths } = await read()
  const inviter = paths['/frontend/organisateur/evenements/{id}/inviter']?.['post']
  expect(inviter).toMatchObject({
    security: [{ bearer: [] }],
    description: 'Access: evenement.organisateur; not for guests',
    requestBody: { required: true, content: { 'application/json': { schema: { required: ['email'] } } } },
  })
  expect(Object.keys(inviter?.responses ?? {})).toEqual(['201', '400', '403', '404', '409', '429', 'default'])
  expect(inviter?.responses['404']?.description).toContain('evenement.introuvable: Événement non trouvé')
  expect(paths['/auth/login']?.['post']?.security).toEqual([])
})

test('lists every call on the HTML page without script', async () => {
  const { body, headers } = await server.call('GET', '/docs')
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  for (const { endpoint } of allEndpoints()) {
    expect(body).toContain(`${endpoint.method} /api${endpoint.path.replaceAll(/:(\w+)/g, '{$1}')}`)
  }
  expect(body).not.toContain('<script')
})
