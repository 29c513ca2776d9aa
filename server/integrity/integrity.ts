import { runCommand } from '../command.ts'
import { ConfigError } from '../config.ts'
import { runIntegrity } from './runIntegrity.ts'

// `npm run integrity` and `npm run integrity -- --repair`.
await runCommand(
  async (config) => {
    const words = process.argv.slice(2)
    const isRepairing = words[0] === '--repair'
    if (words.length > (isRepairing ? 1 : 0)) throw new ConfigError('Usage : npm run integrity [-- --repair]')
    const found = await runIntegrity(config, { isRepairing, print: (line) => console.log(line) })
    process.exitCode = found === 0 ? 0 : 1
  },
  { failure: 2 },
)
