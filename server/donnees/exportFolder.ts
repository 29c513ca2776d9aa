import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { syncFolder } from '../storage/disk/syncFolder.ts'

/** Storage for last exports in the data folder. */
export interface ExportFolder {
  /** Writes a file durably. @returns its name */
  write(pieces: AsyncIterable<Uint8Array>): Promise<string>
  read(name: string): Readable
  /** Size in bytes. */
  size(name: string): Promise<number>
  /** Does not fail when the file is missing. */
  remove(name: string): Promise<void>
  /** All files, including those of erasures that were not completed. */
  list(): Promise<{ name: string; changedAt: Date }[]>
}

/** @param dataDir the data folder; `exports/` is created in it */
export async function openExportFolder(dataDir: string): Promise<ExportFolder> {
  const folder = join(dataDir, 'exports')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await syncFolder(dataDir)
  const remove = (name: string) => rm(join(folder, name), { force: true })
  return {
    async write(pieces) {
      const name = `${randomUUID()}.zip`
      try {
        await writeDurably(join(folder, name), pieces)
        await syncFolder(folder)
      } catch (error) {
        await remove(name)
        throw error
      }
      return name
    },
    read: (name) => createReadStream(join(folder, name), { highWaterMark: 256 * 1024 }),
    size: async (name) => (await stat(join(folder, name))).size,
    remove,
    async list() {
      const names = await readdir(folder)
      return Promise.all(names.map(async (name) => ({ name, changedAt: (await stat(join(folder, name))).mtime })))
    },
  }
}

async function writeDurably(path: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    // Writes piece by piece, so that the archive is never whole in memory.
    await file.writeFile(pieces)
    await file.sync()
  } finally {
    await file.close()
  }
}
