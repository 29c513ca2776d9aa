import { expect, test } from 'vitest'
import { forwardedAddresses } from '#server/http/forwardedFor.ts'
import { startTestServer } from '#tests/support/serverFixture.ts'

test.each([
  ['203.0.113.7', ['203.0.113.7']],
  ['203.0.113.7:51034', ['203.0.113.7']],
  ['[2001:DB8::7]:443, 198.51.100.2', ['2001:db8::7', '198.51.100.2']],
  ['fe80::1%eth0', ['fe80::1']],
  ['::ffff:203.0.113.7', ['203.0.113.7']],
  ['203.0.113.7, chosen by the client', []],
  ['chosen by the client, 203.0.113.7', ['203.0.113.7']],
  ['', []],
  [',,203.0.113.7', ['203.0.113.7']],
])('reads the addresses of %j', (header, expected) => {
  expect(forwardedAddresses(header)).toEqual(expected)
})

test('never uses an invalid address as the caller when the proxy is trusted', async () => {
  const server = await startTestServer({ trustedProxies: ['127.0.0.1'] })
  const seen: string[] = []
  server.app.addHook('onRequest', async (request) => void seen.push(request.ip))
  for (const header of ['one', 'another one', '203.0.113.7:1', '203.0.113.7:2', 'x, 203.0.113.7']) {
    await server.call('GET', '/health', { headers: { 'x-forwarded-for': header } })
  }
  await server.stop()
  expect(seen).toEqual(['127.0.0.1', '127.0.0.1', '203.0.113.7', '203.0.113.7', '203.0.113.7'])
})

test.each([
  { trustedProxies: [], warnings: 1 },
  { trustedProxies: ['127.0.0.1'], warnings: 0 },
])(
  'warns once of a proxy that is not trusted: $warnings with $trustedProxies',
  async ({ trustedProxies, warnings }) => {
    const server = await startTestServer({ trustedProxies })
    const headers = { 'x-forwarded-for': '203.0.113.7' }
    for (let n = 0; n < 2; n += 1) await server.call('GET', '/health', { headers })
    await server.stop()
    expect(server.logs.filter((line) => line.includes('TRUSTED_PROXIES is empty'))).toHaveLength(warnings)
  },
)
