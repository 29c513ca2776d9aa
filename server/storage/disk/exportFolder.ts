import { mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Archive, ExportStore } from '../exportStore.ts'
import { checkedName, type FileName, isFileName } from '../fileName.ts'
import { UnsafeStorage } from '../partialFile.ts'
import { statOf } from './fileStat.ts'
import { streamFile } from './streamFile.ts'
import { syncFolder } from './syncFolder.ts'

/**
 * Last exports in `exports/` of the data folder.
 * @param dataDir the data folder; `exports/` is created in it
 */
export async function openExportFolder(dataDir: string): Promise<ExportStore> {
  const folder = join(dataDir, 'exports')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await syncFolder(dataDir)
  const pathOf = (name: FileName) => join(folder, checkedName(name))
  const remove = (name: FileName) => rm(pathOf(name), { force: true })
  return {
    async write(name, archive) {
      try {
        await writeDurably(pathOf(name), archive)
        await syncFolder(folder)
      } catch (error) {
        await remove(name)
        throw error
      }
    },
    read: (name) => streamFile(pathOf(name)),
    size: async (name) => (await statOf(pathOf(name)))?.size ?? null,
    remove,
    async list() {
      const names = (await readdir(folder)).filter(isFileName)
      const found = await Promise.all(
        names.map(async (name) => ({ name, changedAt: (await statOf(join(folder, name)))?.mtime })),
      )
      return found.flatMap(({ name, changedAt }) => (changedAt ? [{ name, changedAt }] : []))
    },
  }
}

async function writeDurably(path: string, archive: Archive): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    // Writes piece by piece, so that the archive is never whole in memory.
    await file.writeFile(archive.read())
    if ((await file.stat()).size !== archive.size) throw new UnsafeStorage('an export has another size than announced')
    await file.sync()
  } finally {
    await file.close()
  }
}
