import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { carry } from './carry.ts'
import type { SimulatedNetwork } from './networkFault.ts'

/** The simulated network between phone and server. */
export interface FaultProxy extends SimulatedNetwork {
  readonly port: number
  /** Breaks all open connections. */
  cut(): void
  close(): Promise<void>
}

/** A TCP proxy on loopback that forwards, cuts, swallows, corrupts or answers by itself. */
export async function startFaultProxy(targetPort: number): Promise<FaultProxy> {
  const open = new Set<Socket>()
  const network: SimulatedNetwork = {
    fault: { kind: 'none' },
    requests: [],
    late: new Set(),
    bytesToServer: 0,
    faultCount: 0,
  }
  const server = createServer((client) => {
    if (network.fault.kind === 'down') {
      network.faultCount += 1
      client.resetAndDestroy()
      return
    }
    const upstream = connect(targetPort, 'localhost')
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => open.delete(socket))
    }
    carry(client, upstream, network)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, 'localhost', resolve)
  })
  return Object.assign(network, {
    port: (server.address() as AddressInfo).port,
    cut: () => open.forEach((socket) => socket.resetAndDestroy()),
    async close() {
      open.forEach((socket) => socket.destroy())
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  })
}
