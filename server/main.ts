import { runCommand } from './command.ts'
import { startServer, stopOnSignals } from './start.ts'

await runCommand(async (config) => {
  const server = await startServer(config)
  stopOnSignals(server)
  console.log(`Éclats : ${server.address}`)
})
