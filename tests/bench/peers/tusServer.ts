// @tus/server with its file store, as in its documentation.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { FileStore } from '@tus/file-store'
import { Server } from '@tus/server'

const tus = new Server({ path: '/files', datastore: new FileStore({ directory: process.argv[2] ?? '' }) })
const server = createServer((request, response) => void tus.handle(request, response))
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  console.log(JSON.stringify({ endpoint: `http://127.0.0.1:${port}/files`, token: 'none' }))
})
