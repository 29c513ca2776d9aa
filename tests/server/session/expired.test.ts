import { expect, test } from 'vitest'
import { forgetExpired } from '#server/session/expired.ts'
import { motDePasseDeTest, unUtilisateur } from '#tests/support/builders.ts'
import { startTestServer } from '#tests/support/serverFixture.ts'

test('credentials are forgotten a week after their end, not before, and live ones stay', async () => {
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
