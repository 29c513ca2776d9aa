import { sep } from 'node:path'
import { type Config, ConfigError, readConfig } from './config.ts'
import { keepFilesPrivate } from './dataFolder.ts'
import { printedError } from './loggedError.ts'

interface CommandOptions {
  /** The environment of the process when absent. */
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** Exit code of a failure; 1 when absent. */
  readonly failure?: number
}

/**
 * Runs a command of the operator. A failure prints one sentence when the operator can remove its cause, and the
 * error with its causes otherwise.
 * @param work gets the configuration
 */
export async function runCommand(
  work: (config: Config) => Promise<void>,
  { environment = process.env, failure = 1 }: CommandOptions = {},
): Promise<void> {
  keepFilesPrivate()
  let config: Config | null = null
  try {
    config = readConfig(environment)
    await work(config)
  } catch (error) {
    console.error(sentenceOf(error, config) ?? printedError(error))
    // A part that was opened before the failure must not keep the process alive.
    process.exit(failure)
  }
}

interface SystemError {
  readonly code?: string
  readonly syscall?: string
  readonly path?: string
  readonly dest?: string
  readonly port?: number
  readonly cause?: unknown
}

const noAccess = ["l'accès y est refusé", 'access is refused'] as const
const notWritable = ["l'écriture y est refusée", 'it cannot be written'] as const
const noFolder = ["ce n'est pas un dossier, ou il ne peut pas être créé", 'it is no folder, or cannot be made'] as const
const full = ['le disque est plein', 'the disk is full'] as const
const causes: Readonly<Record<string, readonly [fr: string, en: string]>> = {
  EACCES: noAccess,
  EPERM: noAccess,
  EROFS: notWritable,
  SQLITE_CANTOPEN: notWritable,
  SQLITE_READONLY: notWritable,
  EEXIST: noFolder,
  ENOENT: noFolder,
  ENOTDIR: noFolder,
  ENOSPC: full,
  EDQUOT: full,
  SQLITE_FULL: full,
}

/** The sentence for an error of the configuration, of the network address or of a disk; null for any other one. */
function sentenceOf(error: unknown, config: Config | null): string | null {
  if (error instanceof ConfigError) return error.message
  if (!(error instanceof Error) || config === null) return null
  const { code = '', syscall, cause, ...at } = error as SystemError
  if (syscall === 'listen' || syscall === 'getaddrinfo') return addressSentence(code, at.port ?? 0, config)
  const known = causes[/^SQLITE_[A-Z]+/.exec(code)?.[0] ?? code]
  // A file that is missing elsewhere has another cause.
  if (!known || (known === noFolder && syscall !== 'mkdir' && code !== 'ENOTDIR')) return sentenceOf(cause, config)
  const [fr, en] = known
  const place = placeOf(at.dest ?? at.path, config)
  return `${place} : ${fr}. / ${place}: ${en}.`
}

function placeOf(path: string | undefined, { dataDir }: Config): string {
  // A folder above it may be the one that cannot be made.
  const isOurs = path === undefined || `${path}${sep}`.startsWith(dataDir + sep) || dataDir.startsWith(path + sep)
  return isOurs ? `DATA_DIR (${dataDir})` : path
}

function addressSentence(code: string, port: number, { host, metricsPort }: Config): string {
  const name = port === metricsPort ? 'METRICS_PORT' : 'PORT'
  if (code === 'EADDRINUSE') {
    return (
      `${name} (${port}) est déjà utilisé par un autre programme : arrêtez-le, ou choisissez un autre port. / ` +
      `${name} (${port}) is used by another program: stop it, or choose another port.`
    )
  }
  if (code === 'EACCES') {
    return (
      `${name} (${port}) est réservé au système : choisissez un port à partir de 1024. / ` +
      `${name} (${port}) is reserved for the system: choose a port from 1024 on.`
    )
  }
  return `HOST (${host}) n'est pas une adresse de cette machine. / HOST (${host}) is no address of this machine.`
}
