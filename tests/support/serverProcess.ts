// The real server in a process of its own, so that a test can kill it: DATA_DIR and PORT come from the environment.
import { flushCompileCache } from 'node:module'
import { readConfig } from '#server/config.ts'
import { startServer, stopOnSignals } from '#server/start.ts'

const server = await startServer(readConfig(process.env))
stopOnSignals(server)
// A killed process writes no cache when it ends; where NODE_COMPILE_CACHE is not set, there is none.
flushCompileCache()
process.send?.({ address: server.address })
