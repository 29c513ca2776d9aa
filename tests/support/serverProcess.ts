// The real server in a process of its own, so that a test can kill it: DATA_DIR and PORT come from the environment.
import { readConfig } from '#server/config.ts'
import { startServer, stopOnSignals } from '#server/start.ts'

const server = await startServer(readConfig(process.env))
stopOnSignals(server)
process.send?.({ address: server.address })
