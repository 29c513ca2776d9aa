import Fastify from 'fastify'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { endpoints } from '#domain/contract/endpoints.ts'
import type { AccessRules } from '#server/http/access.ts'
import { handleErrors } from '#server/http/errorHandler.ts'
import { createLogger } from '#server/http/logging.ts'
import { openContract } from '#server/http/serve.ts'
import { printedError } from '#server/loggedError.ts'
import { workEach } from '#server/workEach.ts'
import { unEvenement, unOrganisateur } from '#tests/support/builders.ts'
import { startTestServer } from '#tests/support/serverFixture.ts'

test('logs no token, password, signature or address', async () => {
  const server = await startTestServer()
  const organisateur = await unOrganisateur(server)
  const evenement = await unEvenement(server, { createurId: organisateur.id })
  const secrets = ['MotDePasseTresSecret1!', 'jeton-d-invitation-secret-123', 'signature-secrete', organisateur.token]
  await server.call('POST', '/auth/login', { body: { email: 'qui@eclats.test', password: secrets[0] } })
  await server.call('GET', `/frontend/participant/invitations/${secrets[1]}`, { token: organisateur.token })
  await server.call('GET', `/frontend/organisateur/evenements/${evenement.id}?s=${secrets[2]}`, {
    token: organisateur.token,
    headers: { cookie: `eclats_session=${secrets[3]}` },
  })
  await server.stop()
  expect(server.logs.length).toBeGreaterThanOrEqual(3)
  for (const secret of secrets) expect(server.logs.join('')).not.toContain(secret)
  expect(server.logs.join('')).not.toContain('qui@eclats.test')
  expect(server.logs.join('')).toContain('/api/frontend/organisateur/evenements/:id')
})

test('logs an internal error with its cause and answers with a neutral message', async () => {
  const server = await startTestServer()
  const organisateur = await unOrganisateur(server)
  await server.parts.database.schema.dropTable('abonnement').execute()
  const answer = await server.call('GET', '/stripe/plan/limits', { token: organisateur.token })
  await server.stop()
  expect(answer.statusCode).toBe(500)
  expect(answer.json()).toEqual({
    message: 'Une erreur interne du serveur est survenue. Veuillez réessayer plus tard.',
    code: 'serveur.erreur',
  })
  expect(server.logs.join('')).toMatch(/no such table: abonnement|relation \\"abonnement\\" does not exist/)
})

test('logs the fields of an answer that violates the contract, without a value', async () => {
  const lines: string[] = []
  const app = Fastify({ loggerInstance: createLogger('info', { write: (line) => void lines.push(line) }) })
  handleErrors(app)
  const rules: AccessRules = new Proxy({}, { get: () => () => Promise.resolve({ acteur: null, resource: null }) })
  const { serve } = openContract(app, rules)
  serve(endpoints.utilisateur.me, () => ({ id: 'un-jeton', email: 'karim@eclats.test' }) as never)
  expect((await app.inject('/api/auth/me')).statusCode).toBe(500)
  const log = lines.join('')
  expect(log).toContain('invalid: id')
  expect(log).toContain('answer.ts')
  expect(log).not.toContain('un-jeton')
  expect(log).not.toContain('karim@eclats.test')
})

test('logs type, message, stack and code of an error and of its causes, and nothing else', async () => {
  const lines: string[] = []
  const logger = createLogger('info', { write: (line) => void lines.push(line) })
  const detail = 'Key (email)=(karim@eclats.test) already exists.'
  const refused = Object.assign(new Error('duplicate key'), { code: '23505', detail })
  const invalid = await thrown(async () => v.parse(v.number(), 'un-jeton'))
  const error = await thrown(() => workEach([refused, invalid], (failure) => Promise.reject(failure)))
  refused.cause = new Error('job failed', { cause: error })
  logger.error({ err: error }, 'jobs failed')
  const said = { stack: expect.stringContaining('logging.test.ts') as string }
  expect((JSON.parse(lines[0] ?? '') as { err: unknown }).err).toEqual({
    type: 'AggregateError',
    message: 'Error: duplicate key; ValiError: invalid: the whole',
    stack: expect.stringContaining('workEach.ts') as string,
    errors: [
      {
        ...said,
        type: 'Error',
        message: 'duplicate key',
        code: '23505',
        cause: { ...said, type: 'Error', message: 'job failed' },
      },
      { ...said, type: 'ValiError', message: 'invalid: the whole' },
    ],
  })
  const printed = printedError(error)
  for (const shown of ['job failed', 'duplicate key', '23505', 'invalid: the whole']) expect(printed).toContain(shown)
  for (const text of [lines.join(''), printed]) expect(text).not.toMatch(/karim|un-jeton/)
})

async function thrown(work: () => Promise<unknown>): Promise<Error> {
  const error = await work().then(
    () => null,
    (failure: unknown) => failure,
  )
  if (!(error instanceof Error)) throw new Error('nothing was thrown')
  return error
}
