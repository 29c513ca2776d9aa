import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { lockDataFolder, openDataFolder } from './dataFolder.ts'
import { GracefulShutdown } from './http/gracefulShutdown.ts'
import { createLogger } from './http/logging.ts'
import { startJobs } from './jobs.ts'
import { printedError } from './loggedError.ts'
import type { MetricsServer } from './metrics/prometheus.ts'
import { openParts } from './openParts.ts'
import type { Demo } from './demo/accounts.ts'
import type { Parts } from './parts.ts'

/**
 * In ms after the signal: connections are cut, then the process ends. The time between is for storing what the cut
 * connections brought, and for closing the database.
 */
const stopMs = { cut: 15_000, end: 20_000 }
/** In ms: npm and a terminal both pass one Ctrl-C on, so that it arrives twice. */
const sameSignalMs = 1000

export interface RunningServer {
  /** URL of the server, for example http://127.0.0.1:4170 */
  readonly address: string
  /** Fails the readiness check, finishes the requests in progress, within at most 15 s, and closes the database. */
  stop(): Promise<void>
}

interface StartOptions {
  readonly demo?: Demo | null
  /** Runs on the open parts before the first request, for example to fill a demonstration. */
  readonly prepare?: (parts: Parts) => Promise<void>
}

/**
 * Starts a server from its configuration.
 * @throws ConfigError when the data folder is used by another server, is open to others, its database is damaged, or the
 *   storage is not the one of the database
 */
export async function startServer(config: Config, options: StartOptions = {}): Promise<RunningServer> {
  const { dataDir, databaseUrl } = config
  await openDataFolder(dataDir)
  const unlock = databaseUrl === null ? lockDataFolder(dataDir) : () => undefined
  try {
    return await start(config, options, unlock)
  } catch (error) {
    unlock()
    throw error
  }
}

async function start(
  config: Config,
  { demo = null, prepare }: StartOptions,
  unlock: () => void,
): Promise<RunningServer> {
  const logger = createLogger(config.logLevel)
  const report = (error: unknown) => logger.error({ err: error }, 'background work failed')
  const { dataDir, role, mail } = config
  if (mail.smtp === null && demo === null && role !== 'web') {
    logger.warn('SMTP_URL is not set: mail is not sent, the node writes it to files in DATA_DIR/outbox')
  }
  const parts = await openParts({ ...config, isMeasured: config.metricsPort !== null, demo, report })
  const isWorker = role === 'worker'
  const dist = isWorker ? null : fileURLToPath(new URL('../dist', import.meta.url))
  if (dist !== null && !existsSync(join(dist, 'index.html'))) {
    logger.warn('the app is not built: only the API is served until npm run build and a restart')
  }
  const { trustedProxies, hstsSubdomains, accelRedirect, stopDelayMs } = config
  const accel = accelRedirect === null ? null : { location: accelRedirect, folder: dataDir }
  const shutdown = new GracefulShutdown()
  const app = await buildApp(parts, { logger, dist, trustedProxies, hstsSubdomains, accel, shutdown, isWorker })
  await prepare?.(parts)
  // Before the first request is answered: its port may be taken.
  const metrics = await openMetrics(parts, { config, report })
  const address = await app.listen({ host: config.host, port: config.port })
  const jobs = role === 'web' ? null : startJobs(parts, logger)
  // Not awaited: finishing interrupted commits may take long, or crash again.
  void parts.medias.start()
  return {
    address,
    async stop() {
      const cut = setTimeout(() => shutdown.cut(), stopMs.cut)
      shutdown.begin()
      await pause(stopDelayMs)
      await Promise.all([app.close(), jobs?.stop()])
      clearTimeout(cut)
      await metrics?.stop()
      await parts.medias.stop()
      await parts.journal.flush()
      await parts.database.destroy()
      unlock()
    },
  }
}

async function openMetrics(
  parts: Parts,
  { config, report }: { readonly config: Config; readonly report: (error: unknown) => void },
): Promise<MetricsServer | null> {
  const { metricsPort, host } = config
  if (metricsPort === null) return null
  // Load the library only when it is used.
  const { startMetrics } = await import('./metrics/prometheus.ts')
  return startMetrics(parts, { host, port: metricsPort, report })
}

/**
 * Stops once on SIGTERM or SIGINT; the process then ends by itself, or after 20 s. A second signal ends it at once:
 * what was acknowledged is durable at any time.
 */
export function stopOnSignals(server: RunningServer): void {
  let since: number | null = null
  const stop = (_signal: NodeJS.Signals, number: number) => {
    if (since !== null) {
      if (performance.now() - since > sameSignalMs) process.exit(128 + number)
      return
    }
    since = performance.now()
    setTimeout(() => process.exit(1), stopMs.end).unref()
    server.stop().catch((error: unknown) => {
      process.exitCode = 1
      console.error(printedError(error))
    })
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
