import { expect, test } from 'vitest'
import { startTestServer } from '#tests/support/serverFixture.ts'

/** A hundred and one concurrent password resets, each with a different forwarded address. */
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

test('counts per real address: ignores a forged X-Forwarded-For, uses it behind a trusted proxy', async () => {
  const good = Array.from({ length: 100 }, () => 200)
  expect(await askFrom101Addresses([])).toEqual([...good, 429])
  expect(await askFrom101Addresses(['127.0.0.1'])).toEqual([...good, 200])
})
