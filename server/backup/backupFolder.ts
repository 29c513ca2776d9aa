import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { ConfigError } from '../config.ts'
import { lockFile, makeFolder } from '../dataFolder.ts'
import { shelves } from './savedFiles.ts'

/** Files and folders that a server makes in its data folder and that no backup has. */
const onlyOfServers = ['serveur.verrou', 'journal', 'outbox', 'exports']

/**
 * Creates the folder of a backup when it is missing, with access for its owner only, and locks it for one backup.
 * @returns a function that releases the lock
 * @throws ConfigError when another backup holds the lock, or when the folder holds the data of a server, this one or
 *   another: a backup replaces the database of its folder and removes the files that its rows do not name
 */
export async function openBackupFolder(folder: string, dataDir: string): Promise<() => void> {
  await makeFolder(folder)
  const [target, source] = [await realpath(folder), await realpath(dataDir).catch(() => dataDir)]
  const isShared = foldersOf(target).some((ours) =>
    foldersOf(source).some((theirs) => isWithin(ours, theirs) || isWithin(theirs, ours)),
  )
  if (isShared || onlyOfServers.some((name) => existsSync(join(target, name)))) {
    throw new ConfigError(
      `Le dossier ${folder} contient les données d'un serveur : choisissez-en un autre pour la sauvegarde. / ` +
        `The folder ${folder} holds the data of a server: choose another one for the backup.`,
    )
  }
  return lockFile(
    join(target, 'sauvegarde.verrou'),
    `Une autre sauvegarde est en cours dans ${folder} : attendez sa fin, ou choisissez un autre dossier. / ` +
      `Another backup is running in ${folder}: wait until it ends, or choose another folder.`,
  )
}

function foldersOf(folder: string): string[] {
  return Object.values(shelves).map((shelf) => join(folder, shelf))
}

function isWithin(inner: string, outer: string): boolean {
  return inner === outer || inner.startsWith(outer + sep)
}
