// The real server in its own process, so that a test can kill it: DATA_DIR, PORT and a local STRIPE_API_PORT come
// from the environment.
import { flushCompileCache } from 'node:module'
import { readConfig } from '#server/config.ts'
import { startServer, stopOnSignals } from '#server/start.ts'

const config = readConfig(process.env)
const { STRIPE_API_PORT } = process.env
if (STRIPE_API_PORT !== undefined && typeof config.payment === 'object')
  Object.assign(config.payment, { api: { host: '127.0.0.1', port: Number(STRIPE_API_PORT), protocol: 'http' } })
const server = await startServer(config)
stopOnSignals(server)
// A killed process does not write its compile cache; without NODE_COMPILE_CACHE there is none.
flushCompileCache()
process.send?.({ address: server.address })
