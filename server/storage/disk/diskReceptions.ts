import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { PermanentFile, type ReceivedFile } from '../partialFile.ts'
import type { Receptions } from '../storage.ts'
import { openDiskFile } from './diskFile.ts'
import type { DiskFolders } from './diskFolders.ts'
import { readPieces } from './filePieces.ts'
import { isMissing, statOf } from './fileStat.ts'
import { syncFolder } from './syncFolder.ts'

/** Receives files into `recus/`, and moves complete ones to `medias/`. */
export function diskReceptions({ received, kept, partialPath, keptPath, path }: DiskFolders): Receptions {
  /** Folders of `medias/` whose own directory entry this process has made durable. */
  const durableShelves = new Set<string>()

  async function openPartial({ name, bytes }: ReceivedFile) {
    if (existsSync(keptPath(name))) throw new PermanentFile('the file is permanent')
    return openDiskFile(partialPath(name), bytes)
  }

  return {
    openPartial,

    async copyReceived({ name: from, bytes }, name) {
      const file = await openPartial({ name, bytes: 0, reception: null })
      try {
        let position = 0
        const pieces = bytes === 0 ? [] : readPieces(path(from), { start: 0, end: bytes - 1 })
        for await (const piece of pieces) {
          await file.write([piece], position)
          position += piece.length
        }
        return { name, ...(await file.sync(false)) }
      } finally {
        await file.close()
      }
    },

    receivedBytes: async ({ name }) => (await statOf(path(name)))?.size ?? 0,

    readReceived: ({ name, bytes }) => readPieces(path(name), { start: 0, end: bytes - 1 }),

    // The bytes are in one file from the start.
    complete: () => Promise.resolve(),

    async keep(name) {
      const shelf = dirname(keptPath(name))
      const created = await mkdir(shelf, { recursive: true })
      try {
        await rename(partialPath(name), keptPath(name))
      } catch (error) {
        if (!isMissing(error) || !existsSync(keptPath(name))) throw error
      }
      const isDurable = created === undefined && durableShelves.has(shelf)
      await Promise.all([shelf, received, ...(isDurable ? [] : [kept])].map(syncFolder))
      durableShelves.add(shelf)
    },

    removeReceived: (name) => rm(partialPath(name), { force: true }),
  }
}
