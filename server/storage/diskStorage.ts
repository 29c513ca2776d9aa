import { createReadStream, type Dirent, existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { readPieces } from './filePieces.ts'
import { openPartialFile, syncFolder } from './partialFile.ts'
import type { FileName, Storage } from './storage.ts'

const namePattern = /^[\w-][\w.-]*$/

/**
 * Media on the local disk: `recus/` during the upload, `medias/xx/` when permanent, `apercus/xx/` for variants. All in
 * one folder, so that renames are atomic.
 * @param folder DATA_DIR; created when missing
 */
export async function openDiskStorage(folder: string): Promise<Storage> {
  const received = join(folder, 'recus')
  const kept = join(folder, 'medias')
  const previews = join(folder, 'apercus')
  const aside = join(folder, 'quarantaine')
  await Promise.all([received, kept, previews].map((path) => mkdir(path, { recursive: true })))
  await syncFolder(folder)

  const partialPath = (name: FileName) => join(received, checked(name))
  const keptPath = (name: FileName) => join(kept, name.slice(0, 2), checked(name))
  const path = (name: FileName) => (existsSync(keptPath(name)) ? keptPath(name) : partialPath(name))
  // The image process may be writing a variant there concurrently.
  const retrying = { force: true, recursive: true, maxRetries: 5, retryDelay: 50 }
  const removeVariants = (name: FileName) => rm(join(previews, name.slice(0, 2), checked(name)), retrying)

  return {
    async openPartial(name) {
      if (existsSync(keptPath(name))) throw Object.assign(new Error('the file is permanent'), { code: 'EEXIST' })
      return openPartialFile(partialPath(name))
    },

    async keep(name) {
      await mkdir(dirname(keptPath(name)), { recursive: true })
      try {
        await rename(partialPath(name), keptPath(name))
      } catch (error) {
        if (!isMissing(error) || !existsSync(keptPath(name))) throw error
      }
      await syncFolder(dirname(keptPath(name)))
      await syncFolder(kept)
      await syncFolder(received)
    },

    read: (name, range) => createReadStream(path(name), { ...range, highWaterMark: 256 * 1024 }),

    pieces: (name, range) => readPieces(path(name), range),

    async readAt(name, position, length) {
      const file = await open(path(name), 'r')
      try {
        const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, position)
        return buffer.subarray(0, bytesRead)
      } finally {
        await file.close()
      }
    },

    async size(name) {
      try {
        return (await stat(path(name))).size
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },

    async remove(name) {
      await rm(partialPath(name), { force: true })
      await rm(keptPath(name), { force: true })
      await removeVariants(name)
    },

    removeVariants,

    async setAside({ name, isPermanent }) {
      await mkdir(aside, { recursive: true })
      if (isPermanent) await moveIfExists(keptPath(name), join(aside, name))
      else await moveIfExists(partialPath(name), join(aside, `${name}.recu`))
      await syncFolder(aside)
    },

    variantPath: (name, variant) => join(previews, name.slice(0, 2), checked(name), checked(variant)),

    localPath: async (name) => path(name),

    async *list() {
      for (const shelf of [received, ...(await foldersIn(kept))]) {
        for (const { name } of (await readdir(shelf, { withFileTypes: true })).filter(isOurs)) {
          const changedAt = await changeOf(join(shelf, name))
          if (changedAt) yield { name, changedAt, isPermanent: shelf !== received }
        }
      }
    },

    async *listVariants() {
      for (const shelf of await foldersIn(previews)) {
        for (const folderOfFile of await foldersIn(shelf)) yield basename(folderOfFile)
      }
    },

    async check() {
      const probe = join(received, '.verification')
      await writeFile(probe, 'ok')
      await rm(probe, { force: true })
    },
  }
}

/** Null for a file that was deleted since it was listed. */
async function changeOf(path: string): Promise<Date | null> {
  try {
    return (await stat(path)).mtime
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** Names come from our database; this prevents a path traversal if it is damaged. */
function checked(name: string): string {
  if (!namePattern.test(name)) throw new Error('illegal file name')
  return name
}

/** Ignores the file of an aborted check and files with other names. */
function isOurs(entry: Dirent): boolean {
  return entry.isFile() && namePattern.test(entry.name)
}

async function foldersIn(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(path, name))
}

async function moveIfExists(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}
