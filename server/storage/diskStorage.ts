import { createReadStream, existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileName, PartialFile, Storage } from './storage.ts'

/**
 * Media on the local disk: `recus/` while they arrive, `medias/xx/` once they are permanent, `apercus/xx/` for what
 * is made from them. All in one folder, so that a rename is atomic.
 * @param folder DATA_DIR; created when missing
 */
export async function openDiskStorage(folder: string): Promise<Storage> {
  const received = join(folder, 'recus')
  const kept = join(folder, 'medias')
  const previews = join(folder, 'apercus')
  await Promise.all([received, kept, previews].map((path) => mkdir(path, { recursive: true })))

  const partialPath = (name: FileName) => join(received, checked(name))
  const keptPath = (name: FileName) => join(kept, name.slice(0, 2), checked(name))
  const path = (name: FileName) => (existsSync(keptPath(name)) ? keptPath(name) : partialPath(name))

  return {
    openPartial: async (name) => openPartial(partialPath(name)),

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
      // The image process may be writing a variant there at this very moment.
      await rm(join(previews, name.slice(0, 2), name), { force: true, recursive: true, maxRetries: 5, retryDelay: 50 })
    },

    variantPath: (name, variant) => join(previews, name.slice(0, 2), checked(name), checked(variant)),

    localPath: async (name) => path(name),

    async *list() {
      const shelves = (await readdir(kept)).map((name) => join(kept, name))
      for (const shelf of [received, ...shelves]) {
        for (const name of await readdir(shelf)) {
          const changedAt = await changeOf(join(shelf, name))
          if (changedAt) yield { name, changedAt }
        }
      }
    },

    async check() {
      const probe = join(received, '.verification')
      await writeFile(probe, 'ok')
      await rm(probe, { force: true })
    },
  }
}

async function openPartial(path: string): Promise<PartialFile> {
  const isNew = !existsSync(path)
  const file = await open(path, isNew ? 'w+' : 'r+')
  if (isNew) await syncFolder(dirname(path))
  return {
    async write(pieces, position) {
      const total = pieces.reduce((sum, piece) => sum + piece.length, 0)
      const { bytesWritten } = await file.writev(pieces as Uint8Array[], position)
      if (bytesWritten !== total) throw Object.assign(new Error('short write'), { code: 'ENOSPC' })
    },
    truncate: (size) => file.truncate(size),
    sync: () => file.datasync(),
    close: () => file.close(),
  }
}

/** A rename is durable only once its folder is. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Null for a file that went away since it was listed. */
async function changeOf(path: string): Promise<Date | null> {
  try {
    return (await stat(path)).mtime
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** Names come from our own database; this stops a damaged one from leaving the folder. */
function checked(name: string): string {
  if (!/^[\w-][\w.-]*$/.test(name)) throw new Error('illegal file name')
  return name
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}
