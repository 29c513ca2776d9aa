import { runCommand } from './command.ts'
import { ConfigError } from './config.ts'
import { startServer, stopOnSignals } from './start.ts'

await runCommand(async (config) => {
  if (process.argv.length > 2) throw new ConfigError('Usage : npm start')
  const server = await startServer(config)
  stopOnSignals(server)
  console.log(`Éclats : ${server.address}`)
})
