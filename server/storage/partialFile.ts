import { constants, existsSync } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type PartialFile, UnsafeDisk } from './storage.ts'

/** Opens a file that is being received. Creates it empty, with a durable directory entry, when it does not exist. */
export async function openPartialFile(path: string): Promise<PartialFile> {
  const isNew = !existsSync(path)
  // Not "r+": another process may delete the file between the check and the open.
  const file = await open(path, constants.O_RDWR | constants.O_CREAT)
  if (isNew) await syncName(path, file)
  return {
    async write(pieces, position) {
      const total = pieces.reduce((sum, piece) => sum + piece.length, 0)
      const { bytesWritten } = await file.writev(pieces as Uint8Array[], position)
      if (bytesWritten !== total) throw Object.assign(new Error('short write'), { code: 'ENOSPC' })
    },
    truncate: (size) => file.truncate(size),
    sync: () => assertSynced(file.datasync()),
    close: () => file.close(),
  }
}

/** Makes the directory entry durable, or deletes the file, so that a retry does not find it. */
async function syncName(path: string, file: FileHandle): Promise<void> {
  try {
    await syncFolder(dirname(path))
  } catch (error) {
    await file.close()
    await rm(path, { force: true })
    throw error
  }
}

/** Makes renames and new files in a folder durable. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await assertSynced(folder.sync())
  } finally {
    await folder.close()
  }
}

async function assertSynced(syncing: Promise<void>): Promise<void> {
  try {
    await syncing
  } catch (error) {
    throw new UnsafeDisk('sync failed', { cause: error })
  }
}
