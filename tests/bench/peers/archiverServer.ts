// The same photos packed by archiver without compression, as in its documentation.
import { readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { ZipArchive } from 'archiver'

const folder = join(process.argv[2] ?? '', 'recus')
const server = createServer((_, response) => {
  const archive = new ZipArchive({ store: true })
  response.setHeader('Content-Type', 'application/zip')
  archive.pipe(response)
  for (const name of readdirSync(folder)) archive.file(join(folder, name), { name: `${name}.jpg` })
  void archive.finalize()
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  console.log(JSON.stringify({ album: `http://127.0.0.1:${port}` }))
})
