import type { Dirent } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { identityName, isFileName } from '../fileName.ts'
import type { Storage } from '../storage.ts'
import { foldersIn, openDiskFolders } from './diskFolders.ts'
import { readDiskIdentity, writeDiskIdentity } from './diskIdentity.ts'
import { diskReceptions } from './diskReceptions.ts'
import { diskVariants } from './diskVariants.ts'
import { openExportFolder } from './exportFolder.ts'
import { readPieces } from './filePieces.ts'
import { isMissing, statOf } from './fileStat.ts'
import { probeMove } from './moveProbe.ts'
import { streamFile } from './streamFile.ts'
import { syncFolder } from './syncFolder.ts'

/**
 * Media on the local disk: `recus/` during the upload, `medias/xx/` when permanent, `apercus/xx/` for variants, which
 * are written in `apercus/en-cours/`. All in one folder, so that renames are atomic.
 * @param folder DATA_DIR; created when missing
 */
export async function openDiskStorage(folder: string): Promise<Storage> {
  const folders = await openDiskFolders(folder)
  const { received, kept, aside, partialPath, keptPath, path } = folders
  const receptions = diskReceptions(folders)
  const variants = diskVariants(folders)

  return {
    ...receptions,
    ...variants,

    withLocalFile: (name, work) => work(path(name)),

    read: (name, range) => streamFile(path(name), range),

    pieces: (name, range) => readPieces(path(name), range),

    size: async (name) => (await statOf(path(name)))?.size ?? null,

    async remove(name) {
      await receptions.removeReceived(name)
      await rm(keptPath(name), { force: true })
      await variants.removeVariants(name)
    },

    async setAside({ name, isPermanent }) {
      await mkdir(aside, { recursive: true })
      if (isPermanent) await moveIfExists(keptPath(name), join(aside, name))
      else await moveIfExists(partialPath(name), join(aside, `${name}.recu`))
      await syncFolder(aside)
    },

    async *list(which = 'all') {
      for (const shelf of [received, ...(which === 'all' ? await foldersIn(kept) : [])]) {
        for (const { name } of (await readdir(shelf, { withFileTypes: true })).filter(isOurs)) {
          const found = await statOf(join(shelf, name))
          if (found) yield { name, changedAt: found.mtime, isPermanent: shelf !== received }
        }
      }
    },

    readIdentity: () => readDiskIdentity(kept),

    writeIdentity: (id) => writeDiskIdentity(kept, id),

    identityPlace: join(kept, identityName),

    openExports: () => openExportFolder(folder),

    check: () => probeMove(received, kept),

    close: () => Promise.resolve(),
  }
}

/** Ignores the file of an aborted check and files with other names. */
function isOurs(entry: Dirent): boolean {
  return entry.isFile() && isFileName(entry.name)
}

async function moveIfExists(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}
