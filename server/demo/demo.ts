import { once } from 'node:events'
import { createServer } from 'node:net'
import { relative } from 'node:path'
import { runCommand } from '../command.ts'
import { type Config, ConfigError } from '../config.ts'
import { lockDataFolder, openDataFolder } from '../dataFolder.ts'
import { roleLabels } from '#domain/utilisateur/utilisateur.ts'
import { startServer, stopOnSignals } from '../start.ts'
import { s3Variables } from '../storage/s3/s3Settings.ts'
import { demo } from './accounts.ts'
import { courrielsAddress } from './courriels.ts'
import { emptyFolder, isFilled, isForeign, markBegun, markFilled } from './demoFolder.ts'
import { fillDemo } from './fill.ts'

// Never fill the database of a real service, and never remove files from its bucket.
const ofServices = ['DATABASE_URL', 'DATABASE_LISTEN_URL', 'ROLE', ...Object.keys(s3Variables)]
const ownPlace = Object.fromEntries(ofServices.map((name) => [name, undefined]))
await runCommand(runDemo, {
  environment: { DATA_DIR: './demo-data', LOG_LEVEL: 'warn', ...set(process.env), ...ownPlace },
})

/** Fills the demonstration's folder once (`--reset` starts afresh) and serves it. */
async function runDemo(config: Config): Promise<void> {
  const words = process.argv.slice(2)
  if (words.some((word) => word !== '--reset')) throw new ConfigError('Usage : npm run demo [-- --reset]')
  const { dataDir } = config
  const folder = shortPath(dataDir)
  if (isForeign(dataDir)) {
    throw new ConfigError(
      `DATA_DIR (${folder}) contient déjà des données : la démonstration n'y touche pas. / ` +
        `DATA_DIR (${folder}) holds data already: the demonstration leaves it alone.`,
    )
  }
  await openDataFolder(dataDir)
  // Fail before the reset while a demonstration is running in the folder.
  lockDataFolder(dataDir)()
  await assertPortsFree(config)
  const isKept = isFilled(dataDir) && !words.includes('--reset')
  if (!isKept) {
    console.log('Éclats prépare ses photos de démonstration…')
    await emptyFolder(dataDir)
    await markBegun(dataDir)
  }
  const server = await startServer(config, {
    demo,
    prepare: async (parts) => {
      if (isKept) return
      await fillDemo(parts)
      await markFilled(dataDir)
    },
  })
  stopOnSignals(server)
  console.log(welcome(server.address, folder))
}

/** Drawing the photos takes long: a port in use is found before. @throws the system's error for such a port */
async function assertPortsFree({ host, port, metricsPort }: Config): Promise<void> {
  for (const tried of metricsPort === null ? [port] : [port, metricsPort]) {
    const server = createServer().listen(tried, host)
    await once(server, 'listening')
    await once(server.close(), 'close')
  }
}

function welcome(address: string, folder: string): string {
  const accounts = demo.comptes.map(({ email, role }) => `  ${email.padEnd(28)} ${roleLabels[role].label}`)
  return [
    '',
    `Éclats est prêt : ${address}`,
    '',
    ...accounts,
    `  Mot de passe : ${demo.motDePasse}`,
    `  Messages envoyés : ${address}${courrielsAddress}`,
    '',
    `Données : ${folder} (npm run demo -- --reset repart de zéro)`,
  ].join('\n')
}

function shortPath(dataDir: string): string {
  const path = relative(process.cwd(), dataDir)
  return path.startsWith('..') ? dataDir : path || '.'
}

/** An empty variable must not override the demonstration's default. */
function set(environment: NodeJS.ProcessEnv): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))
}
