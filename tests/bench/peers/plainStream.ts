// One file on disk piped into the answer: the minimum for a server.
import { createReadStream, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

const file = join(process.argv[2] ?? '', 'album.zip')
const server = createServer((_, response) => {
  response.setHeader('Content-Length', statSync(file).size)
  createReadStream(file, { highWaterMark: 256 * 1024 }).pipe(response)
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  console.log(JSON.stringify({ album: `http://127.0.0.1:${port}` }))
})
