// The real server in its own process, so that a test can kill it: DATA_DIR and PORT come from the environment.
import { flushCompileCache } from 'node:module'
import { readConfig } from '#server/config.ts'
import { startServer, stopOnSignals } from '#server/start.ts'

const server = await startServer(readConfig(process.env))
stopOnSignals(server)
// A killed process does not write its compile cache; without NODE_COMPILE_CACHE there is none.
flushCompileCache()
process.send?.({ address: server.address })
