import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { noBreachedPasswords, rangeLookUp } from '#server/utilisateur/breachedPasswords.ts'

// SHA-1 of "password": 5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8.
const suffix = '1E4C9B93F3F0682250B6CF8331B7EE68FD8'
const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

async function peer(answer: RequestListener, timeoutMs?: number) {
  const asked: IncomingMessage[] = []
  const failures: unknown[] = []
  const server = createServer((request, response) => {
    asked.push(request)
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/range`
  const report = (error: unknown) => void failures.push(error)
  return { asked, failures, lookUp: rangeLookUp({ url, report, ...(timeoutMs !== undefined && { timeoutMs }) }) }
}

test('sends only five digits of the hash', async () => {
  const { lookUp, asked, failures } = await peer((_, response) =>
    response.end(`003D68EB55068C33ACE09247EE4C639306B:3\r\n${suffix}:52256179\r\n`),
  )
  expect(await lookUp.has('password')).toBe(true)
  expect(await lookUp.has('gelée de coing')).toBe(false)
  expect(asked.map(({ url, method }) => `${method} ${url}`)).toEqual(['GET /range/5BAA6', 'GET /range/3FB72'])
  expect(asked[0]?.headers['add-padding']).toBe('true')
  expect(failures).toEqual([])
})

test('does not treat padding with a count of 0 as a leak', async () => {
  const { lookUp } = await peer((_, response) => response.end(`${suffix}:0\r\n`))
  expect(await lookUp.has('password')).toBe(false)
})

test.each([
  ['answers an error', (_: IncomingMessage, response: Parameters<RequestListener>[1]) => response.writeHead(503).end()],
  [
    'redirects',
    (_: IncomingMessage, response: Parameters<RequestListener>[1]) =>
      response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  ],
  ['hangs up', (request: IncomingMessage) => request.socket.destroy()],
  ['does not answer', () => {}],
] as const)('accepts the password and reports the failure when the service %s', async (_title, answer) => {
  const { lookUp, failures } = await peer(answer, 200)
  expect(await lookUp.has('password')).toBe(false)
  expect(String(failures)).toBe('Error: The look-up of breached passwords failed; the password was accepted.')
  expect(failures).toHaveLength(1)
})

test('sends no request when no service is configured', async () => {
  expect(await noBreachedPasswords.has('password')).toBe(false)
})
