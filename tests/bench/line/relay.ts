// Run at the phone's end of a line: `relay.ts HOST PORT` forwards a port of localhost, which it prints. Browsers trust
// localhost like HTTPS: workers are allowed and answers are compressed.
import { connect, createServer, type AddressInfo } from 'node:net'

const [host = '', port = ''] = process.argv.slice(2)
const relay = createServer((client) => {
  const server = connect(Number(port), host)
  client.pipe(server).pipe(client)
  for (const socket of [client, server]) socket.on('error', () => socket.destroy())
  client.on('close', () => server.destroy())
  server.on('close', () => client.destroy())
})
relay.listen(0, 'localhost', () => console.log((relay.address() as AddressInfo).port))
