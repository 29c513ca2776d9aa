import { expect, test } from 'vitest'
import { startTestServer } from '#tests/support/serverFixture.ts'

/** How a hundred and one people forget their password at once, each saying to come from elsewhere. */
async function askFrom101Addresses(trustedProxies: string[]): Promise<number[]> {
  const server = await startTestServer({ trustedProxies })
  const statuses: number[] = []
  for (let n = 1; n <= 101; n += 1) {
    const headers = { 'x-forwarded-for': `203.0.113.${n}` }
    const body = { email: `personne-${n}@nulle-part.test` }
    statuses.push((await server.call('POST', '/auth/forgot-password', { body, headers })).statusCode)
  }
  await server.stop()
  return statuses
}

test('a forged X-Forwarded-For opens no count of its own; behind a trusted proxy each address has one', async () => {
  const good = Array.from({ length: 100 }, () => 200)
  expect(await askFrom101Addresses([])).toEqual([...good, 429])
  expect(await askFrom101Addresses(['127.0.0.1'])).toEqual([...good, 200])
})
