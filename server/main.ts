import { ConfigError, readConfig } from './config.ts'
import { keepFilesPrivate } from './dataFolder.ts'
import { startServer, stopOnSignals } from './start.ts'

keepFilesPrivate()
try {
  const server = await startServer(readConfig(process.env))
  stopOnSignals(server)
  console.log(`Éclats : ${server.address}`)
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exit(1)
}
