import { existsSync } from 'node:fs'
import { access, chmod, constants, mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { ConfigError } from './config.ts'

/** Makes new files and folders of this process accessible only to its user. */
export function keepFilesPrivate(): void {
  process.umask(0o077)
}

/** What a server writes in its data folder. Others, such as `lost+found` of a disk, may belong to another user. */
const written = ['eclats.sqlite', 'medias', 'apercus', 'recus', 'exports', 'quarantaine', 'journal', 'outbox']

/**
 * Creates the data folder when it is missing and removes the access of other users: it holds all photos and the
 * secrets.
 * @throws ConfigError when this process cannot write a part of it, or all users can still read or write it
 */
export async function openDataFolder(dataDir: string): Promise<void> {
  await makeFolder(dataDir)
  await closeFolder(dataDir)
  for (const name of written) {
    const path = join(dataDir, name)
    // The server would start, and fail at its first write there.
    const isRefused = existsSync(path) && (await access(path, constants.W_OK).catch(() => 'refused')) === 'refused'
    if (isRefused) throw new ConfigError(notOursSentence(dataDir, name))
  }
}

async function closeFolder(dataDir: string): Promise<void> {
  // Windows has no such mode; its folders inherit the rights of the user.
  if (process.platform === 'win32' || ((await stat(dataDir)).mode & 0o077) === 0) return
  await chmod(dataDir, 0o700).catch(() => undefined)
  // Access for our group is accepted: some platforms require it.
  if (((await stat(dataDir)).mode & 0o007) !== 0) throw new ConfigError(openSentence(dataDir))
}

/** Creates a folder, and the missing ones above it, for its owner only. It may be there already. */
export async function makeFolder(path: string): Promise<void> {
  let first = path
  while (!existsSync(dirname(first)) && dirname(first) !== first) first = dirname(first)
  // Node's recursive mkdir does not end where the system makes no folder and says ENOENT, as in /proc.
  if (!existsSync(first)) await mkdir(first, { mode: 0o700 }).catch(unlessThere)
  await mkdir(path, { recursive: true, mode: 0o700 })
}

function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}

function notOursSentence(dataDir: string, name: string): string {
  return (
    `DATA_DIR (${dataDir}) : l'utilisateur du service ne peut pas écrire dans ${name} : donnez-lui le dossier entier ` +
    `(chown -R). / DATA_DIR (${dataDir}): the user of the service cannot write to ${name}: give them the whole folder ` +
    '(chown -R).'
  )
}

function openSentence(dataDir: string): string {
  return (
    `DATA_DIR (${dataDir}) est ouvert à tous les utilisateurs de la machine et ne peut pas être fermé : ` +
    `donnez-le à l'utilisateur du service (chown, chmod 700). / ` +
    `DATA_DIR (${dataDir}) is open to all users of the machine and cannot be closed: give it to the user of the service.`
  )
}

/**
 * Locks a SQLite data folder for one server: two servers would write the same upload. Commands such as backup do not
 * take this lock.
 * @returns a function that releases the lock
 * @throws ConfigError when another server holds it
 */
export function lockDataFolder(dataDir: string): () => void {
  return lockFile(join(dataDir, 'serveur.verrou'), takenSentence(dataDir))
}

/**
 * Locks a file, which is created when it is missing. The system releases the lock when the process ends in any way.
 * @returns a function that releases the lock
 * @throws ConfigError with the sentence when it is locked, and the error of the system with the path
 */
export function lockFile(path: string, sentence: string): () => void {
  let lock: SqliteDatabase.Database | null = null
  try {
    lock = new SqliteDatabase(path, { timeout: 0 })
    lock.exec('begin exclusive')
  } catch (error) {
    lock?.close()
    // SQLite's own error does not name the file.
    throw isBusy(error) ? new ConfigError(sentence) : Object.assign(error as Error, { path })
  }
  return () => lock.close()
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY'
}

function takenSentence(dataDir: string): string {
  return (
    `DATA_DIR (${dataDir}) sert déjà à un autre serveur : arrêtez-le d'abord, ou choisissez un autre dossier. / ` +
    `DATA_DIR (${dataDir}) is used by another server: stop it first, or choose another folder.`
  )
}
