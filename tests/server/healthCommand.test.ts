import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'

/** A server that answers each request with a status. @returns its port */
async function answering(status: number): Promise<number> {
  const server = createServer((_request, response) => response.writeHead(status).end())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

async function exitCode(PORT: string): Promise<number | null> {
  const child = spawn('node', ['server/healthCommand.ts'], { env: { ...process.env, PORT }, stdio: 'ignore' })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code
}

test('exits with 0 when the server lives, also with a space beside the port', async () => {
  const port = await answering(200)
  expect(await exitCode(String(port))).toBe(0)
  expect(await exitCode(`${port} `)).toBe(0)
})

test('exits with 1 when the server answers with an error or not at all', async () => {
  expect(await exitCode(String(await answering(503)))).toBe(1)
  expect(await exitCode('9')).toBe(1)
})
