import { randomUUID } from 'node:crypto'
import { createReadStream, type Dirent, existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { checkedName, type FileName, identityName, isFileName } from '../fileName.ts'
import type { ReceivedFile } from '../partialFile.ts'
import { type Storage, unfinishedMs } from '../storage.ts'
import { openDiskFile } from './diskFile.ts'
import { readDiskIdentity, writeDiskIdentity } from './diskIdentity.ts'
import { openExportFolder } from './exportFolder.ts'
import { readPieces } from './filePieces.ts'
import { isMissing, statOf } from './fileStat.ts'
import { probeMove } from './moveProbe.ts'
import { syncFolder } from './syncFolder.ts'

/** Bytes read at once. */
const highWaterMark = 256 * 1024

/**
 * Media on the local disk: `recus/` during the upload, `medias/xx/` when permanent, `apercus/xx/` for variants, which
 * are written in `apercus/en-cours/`. All in one folder, so that renames are atomic.
 * @param folder DATA_DIR; created when missing
 */
export async function openDiskStorage(folder: string): Promise<Storage> {
  const received = join(folder, 'recus')
  const kept = join(folder, 'medias')
  const previews = join(folder, 'apercus')
  const unfinished = join(previews, 'en-cours')
  const aside = join(folder, 'quarantaine')
  await Promise.all([received, kept, unfinished].map((path) => mkdir(path, { recursive: true })))
  await syncFolder(folder)

  /** Folders of `medias/` whose own directory entry this process has made durable. */
  const durableShelves = new Set<string>()
  const partialPath = (name: FileName) => join(received, checkedName(name))
  const keptPath = (name: FileName) => join(kept, name.slice(0, 2), checkedName(name))
  const path = (name: FileName) => (existsSync(keptPath(name)) ? keptPath(name) : partialPath(name))
  // The image process may be writing a variant there concurrently.
  const retrying = { force: true, recursive: true, maxRetries: 5, retryDelay: 50 }
  const removeVariants = (name: FileName) => rm(join(previews, name.slice(0, 2), checkedName(name)), retrying)

  const variantPath = (name: FileName, variant: string) =>
    join(previews, name.slice(0, 2), checkedName(name), checkedName(variant))

  async function openPartial({ name, bytes }: ReceivedFile) {
    if (existsSync(keptPath(name))) throw Object.assign(new Error('the file is permanent'), { code: 'EEXIST' })
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

    withLocalFile: (name, work) => work(path(name)),

    read: (name, range) => createReadStream(path(name), { ...range, highWaterMark }),

    pieces: (name, range) => readPieces(path(name), range),

    size: async (name) => (await statOf(path(name)))?.size ?? null,

    async remove(name) {
      await rm(partialPath(name), { force: true })
      await rm(keptPath(name), { force: true })
      await removeVariants(name)
    },

    removeReceived: (name) => rm(partialPath(name), { force: true }),

    removeVariants,

    removeUnfinishedVariants: () => removeOld(unfinished),

    async setAside({ name, isPermanent }) {
      await mkdir(aside, { recursive: true })
      if (isPermanent) await moveIfExists(keptPath(name), join(aside, name))
      else await moveIfExists(partialPath(name), join(aside, `${name}.recu`))
      await syncFolder(aside)
    },

    async storeVariants(name, variants, write) {
      const paths = variants.map((variant) => variantPath(name, variant))
      // Random: another process may make the same variant concurrently.
      const partials = paths.map(() => join(unfinished, randomUUID()))
      try {
        const result = await write(partials)
        await mkdir(join(previews, name.slice(0, 2), name), { recursive: true })
        for (const [n, partial] of partials.entries()) await rename(partial, paths[n] ?? '')
        return result
      } catch (error) {
        for (const partial of partials) await rm(partial, { force: true })
        throw error
      }
    },

    async readVariant(name, variant) {
      try {
        return await readFile(variantPath(name, variant))
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },

    streamVariant: (name, variant, range) => createReadStream(variantPath(name, variant), { ...range, highWaterMark }),

    variantSize: async (name, variant) => (await statOf(variantPath(name, variant)))?.size ?? null,

    async withLocalVariant(name, variant, work) {
      const found = variantPath(name, variant)
      return (await statOf(found)) === null ? null : work(found)
    },

    variantPath,

    async *list(which = 'all') {
      for (const shelf of [received, ...(which === 'all' ? await foldersIn(kept) : [])]) {
        for (const { name } of (await readdir(shelf, { withFileTypes: true })).filter(isOurs)) {
          const found = await statOf(join(shelf, name))
          if (found) yield { name, changedAt: found.mtime, isPermanent: shelf !== received }
        }
      }
    },

    async *listVariants() {
      for (const shelf of await foldersIn(previews)) {
        for (const folderOfFile of await foldersIn(shelf)) yield basename(folderOfFile)
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

/** Removes what ended processes left; another process may be writing the younger files. */
async function removeOld(path: string): Promise<number> {
  const old = Date.now() - unfinishedMs
  let removed = 0
  for (const name of await readdir(path)) {
    const found = await statOf(join(path, name))
    if (!found || found.mtimeMs > old) continue
    await rm(join(path, name), { force: true })
    removed += 1
  }
  return removed
}

/** Ignores the file of an aborted check and files with other names. */
function isOurs(entry: Dirent): boolean {
  return entry.isFile() && isFileName(entry.name)
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
