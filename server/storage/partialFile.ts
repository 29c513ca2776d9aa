import { constants, existsSync } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type PartialFile, UnsafeDisk } from './storage.ts'

/** A file being received on the local disk; created empty, its name durable, when it is not there. */
export async function openPartialFile(path: string): Promise<PartialFile> {
  const isNew = !existsSync(path)
  // Never "r+": another process may take the file away between the look and the opening.
  const file = await open(path, constants.O_RDWR | constants.O_CREAT)
  if (isNew) await syncName(path, file)
  return {
    async write(pieces, position) {
      const total = pieces.reduce((sum, piece) => sum + piece.length, 0)
      const { bytesWritten } = await file.writev(pieces as Uint8Array[], position)
      if (bytesWritten !== total) throw Object.assign(new Error('short write'), { code: 'ENOSPC' })
    },
    truncate: (size) => file.truncate(size),
    sync: () => promised(file.datasync()),
    close: () => file.close(),
  }
}

/** A new file whose name may not last must not be found by the next try. */
async function syncName(path: string, file: FileHandle): Promise<void> {
  try {
    await syncFolder(dirname(path))
  } catch (error) {
    await file.close()
    await rm(path, { force: true })
    throw error
  }
}

/** A rename is durable only once its folder is. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await promised(folder.sync())
  } finally {
    await folder.close()
  }
}

async function promised(syncing: Promise<void>): Promise<void> {
  try {
    await syncing
  } catch (error) {
    throw new UnsafeDisk('sync failed', { cause: error })
  }
}
