import { chmod, mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { ConfigError } from './config.ts'

/** New files and folders of this process are for its own user alone. */
export function keepFilesPrivate(): void {
  process.umask(0o077)
}

/**
 * Makes the data folder when it is missing and closes it to other users: it holds everybody's photos and the secrets.
 * @throws ConfigError when it stays readable or writable for all users
 */
export async function openDataFolder(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  // Windows has no such mode; its folders inherit the rights of the user.
  if (process.platform === 'win32' || ((await stat(dataDir)).mode & 0o077) === 0) return
  await chmod(dataDir, 0o700).catch(() => undefined)
  // A platform that gives the folder to our group alone keeps others out too.
  if (((await stat(dataDir)).mode & 0o007) !== 0) throw new ConfigError(openSentence(dataDir))
}

function openSentence(dataDir: string): string {
  return (
    `DATA_DIR (${dataDir}) est ouvert à tous les utilisateurs de la machine et ne peut pas être fermé : ` +
    `donnez-le à l'utilisateur du service (chown, chmod 700). / ` +
    `DATA_DIR (${dataDir}) is open to all users of the machine and cannot be closed: give it to the user of the service.`
  )
}

/**
 * Holds a SQLite data folder for one server: two would each believe that they alone receive an upload. The system
 * releases the lock when the process ends, however it ends. Commands beside the server do not ask for it.
 * @returns gives the folder back
 * @throws ConfigError when another server holds it
 */
export function lockDataFolder(dataDir: string): () => void {
  const lock = new SqliteDatabase(join(dataDir, 'serveur.verrou'), { timeout: 0 })
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    throw isBusy(error) ? new ConfigError(takenSentence(dataDir)) : error
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
