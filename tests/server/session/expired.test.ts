import { expect, test } from 'vitest'
import { forgetExpired } from '#server/session/expired.ts'
import { motDePasseDeTest, unUtilisateur } from '#tests/support/builders.ts'
import { startTestServer } from '#tests/support/serverFixture.ts'

test('deletes credentials a week after their end, not earlier, and keeps active ones', async () => {
  const server = await startTestServer()
  const { email } = await unUtilisateur(server)
  const body = { email, password: motDePasseDeTest, seSouvenir: true }
  await server.call('POST', '/auth/login', { body })
  await server.call('POST', '/auth/login', { body: { ...body, password: 'Mauvais2026!' } })
  const { database } = server.parts
  const left = async () => ({
    session: (await database.selectFrom('session').select('jti').execute()).length,
    refreshToken: (await database.selectFrom('refreshToken').select('hash').execute()).length,
    tentative: (await database.selectFrom('tentative').select('id').execute()).length,
  })
  const after = async (days: number) => {
    server.clock.advance(days * 86_400_000)
    await forgetExpired(server.parts)
    return left()
  }
  expect(await after(1)).toEqual({ session: 2, refreshToken: 1, tentative: 2 })
  expect(await after(1.5)).toEqual({ session: 2, refreshToken: 1, tentative: 0 })
  expect(await after(6)).toEqual({ session: 0, refreshToken: 1, tentative: 0 })
  expect(await after(30)).toEqual({ session: 0, refreshToken: 0, tentative: 0 })
  await server.stop()
})

test('deletes a message a month after it was sent or given up, and keeps pending ones', async () => {
  const server = await startTestServer()
  const { database } = server.parts
  const creeLe = server.clock.now().toISOString()
  const row = { destinataire: 'lea@eclats.test', sujet: '', texte: '', creeLe }
  await database
    .insertInto('courriel')
    .values([
      { ...row, envoyeLe: creeLe },
      { ...row, abandonneLe: creeLe },
      { ...row, envoyeLe: null },
    ])
    .execute()
  const left = async (days: number) => {
    server.clock.advance(days * 86_400_000)
    await forgetExpired(server.parts)
    return (await database.selectFrom('courriel').select('id').execute()).length
  }
  expect(await left(29)).toBe(3)
  expect(await left(2)).toBe(1)
  await server.stop()
})
