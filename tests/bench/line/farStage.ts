import { connect, createServer, type AddressInfo, type Server } from 'node:net'
import { openStage, type Stage } from '#tests/support/stage.ts'
import { type FarEnd, layLine, serverAddress } from './namespace.ts'

/** A server at one end of a simulated line, and the phone's network at the other end. */
export interface FarStage {
  readonly far: FarEnd
  /** The phone uses localhost, which is relayed to the server at the other end of the line. */
  readonly stage: Stage
  readonly stop: () => Promise<void>
}

/** Creates the line, fast until it is changed, and starts the server; runs in its own network namespace. */
export async function openFarStage(): Promise<FarStage> {
  const far = await layLine()
  process.env.CHROMIUM_PATH = far.chromium
  const stage = await openStage()
  const door = createServer((client) => {
    const inside = connect(stage.network.port, 'localhost')
    client.pipe(inside).pipe(client)
    for (const socket of [client, inside]) socket.on('error', () => socket.destroy())
  })
  const port = await far.start('relay.ts', [serverAddress, String(await listenOnLine(door))])
  return {
    far,
    stage: { ...stage, origin: `http://localhost:${port}` },
    async stop() {
      await stage.close()
      await far.stop()
    },
  }
}

/** @returns the port for the phone */
export function listenOnLine(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, serverAddress, () => resolve((server.address() as AddressInfo).port))
  })
}
