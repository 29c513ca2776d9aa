import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PersonneDeTest, unUtilisateur } from '#tests/support/builders.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) }
let server: TestServer
let lea: PersonneDeTest
beforeAll(async () => {
  server = await startTestServer()
  lea = await unUtilisateur(server)
})
afterAll(() => server.stop())

const endpoints = async () => {
  const rows = await server.parts.database.selectFrom('abonnementPush').select('endpoint').orderBy('id').execute()
  return rows.map(({ endpoint }) => endpoint)
}
const subscribe = (endpoint: string, { token } = lea) =>
  server.call('PUT', '/notifications/push', { token, body: { endpoint, keys } })
const service = (n: number | string) => `https://fcm.googleapis.com/fcm/send/${n}`

test('returns the key, stores a subscription, and deletes it', async () => {
  const { cle } = (await server.call('GET', '/notifications/push', { token: lea.token })).json<{ cle: string }>()
  expect(Buffer.from(cle, 'base64url')).toHaveLength(65)
  expect((await subscribe(service(1))).json()).toEqual({ message: 'Cet appareil reçoit vos notifications.' })
  expect((await subscribe(service(1))).statusCode).toBe(200)
  expect(await endpoints()).toEqual([service(1)])
  const stranger = await unUtilisateur(server)
  const body = { endpoint: service(1) }
  await server.call('POST', '/notifications/push/fin', { token: stranger.token, body })
  expect(await endpoints()).toEqual([service(1)])
  await server.call('POST', '/notifications/push/fin', { token: lea.token, body })
  expect(await endpoints()).toEqual([])
})

test('refuses an address that is not a push service with a message', async () => {
  const refused = await subscribe('https://169.254.169.254/latest/meta-data')
  expect([refused.statusCode, refused.json()]).toEqual([
    400,
    { code: 'push.service_inconnu', message: "Le service de notification de ce navigateur n'est pas pris en charge." },
  ])
  expect(await endpoints()).toEqual([])
})

test('replaces the first device of a person with the eleventh', async () => {
  for (let n = 1; n <= 11; n += 1) await subscribe(service(n))
  expect(await endpoints()).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map(service))
})
