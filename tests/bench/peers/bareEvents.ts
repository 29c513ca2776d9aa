// Only node:http and better-sqlite3.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { plainEvents } from '#tests/bench/plainEvents.ts'

const { token, answer } = await plainEvents(process.argv[2] ?? '')
const server = createServer((request, response) => {
  const list = answer(request.headers.authorization)
  const body = JSON.stringify(list ?? { message: 'Connectez-vous pour continuer.' })
  response.writeHead(list === null ? 401 : 200, { 'content-type': 'application/json; charset=utf-8' })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  console.log(JSON.stringify({ list: `http://127.0.0.1:${port}/`, token }))
})
