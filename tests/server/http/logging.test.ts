import { expect, test } from 'vitest'
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
