import { expect, test } from 'vitest'
import { countAttempt } from '#server/tentative/rateLimit.ts'
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

test.each([
  [1000, '1 min'],
  [3_600_000, '60 min'],
  [86_400_000, '24 h'],
])('says in a refusal for %i ms how long to wait: %s', async (windowMs, wait) => {
  const server = await startTestServer()
  const rate = { cle: 'essai', limit: 1, windowMs }
  await countAttempt(server.parts, rate)
  await expect(countAttempt(server.parts, rate)).rejects.toThrow(`Trop de tentatives. Réessayez dans ${wait}.`)
  await server.stop()
})
