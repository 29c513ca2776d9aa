import { ConfigError, readConfig } from '../config.ts'
import { keepFilesPrivate } from '../dataFolder.ts'
import { runIntegrity } from './runIntegrity.ts'

keepFilesPrivate()
try {
  const isRepairing = process.argv.includes('--repair')
  const found = await runIntegrity(readConfig(process.env), { isRepairing, print: (line) => console.log(line) })
  process.exitCode = found === 0 ? 0 : 1
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exitCode = 2
}
