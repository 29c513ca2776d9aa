import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { checkedName, type FileName } from '../fileName.ts'
import { unfinishedMs, type Variants } from '../storage.ts'
import { type DiskFolders, foldersIn } from './diskFolders.ts'
import { isMissing, statOf } from './fileStat.ts'
import { streamFile } from './streamFile.ts'

/** The image process may be writing a variant there concurrently. */
const retrying = { force: true, recursive: true, maxRetries: 5, retryDelay: 50 }

/** Stores variants in `apercus/`, each one file in the folder of its media. */
export function diskVariants({ previews, unfinished, variantsPath }: DiskFolders): Variants {
  const variantPath = (name: FileName, variant: string) => join(variantsPath(name), checkedName(variant))

  return {
    async storeVariants(name, variants, write) {
      const paths = variants.map((variant) => variantPath(name, variant))
      // Random: another process may make the same variant concurrently.
      const partials = paths.map(() => join(unfinished, randomUUID()))
      try {
        const result = await write(partials)
        await mkdir(variantsPath(name), { recursive: true })
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

    streamVariant: (name, variant, range) => streamFile(variantPath(name, variant), range),

    variantSize: async (name, variant) => (await statOf(variantPath(name, variant)))?.size ?? null,

    async withLocalVariant(name, variant, work) {
      const found = variantPath(name, variant)
      return (await statOf(found)) === null ? null : work(found)
    },

    variantPath,

    async *listVariants() {
      for (const shelf of await foldersIn(previews)) {
        for (const folderOfFile of await foldersIn(shelf)) yield basename(folderOfFile)
      }
    },

    removeVariants: (name) => rm(variantsPath(name), retrying),

    removeUnfinishedVariants: () => removeOld(unfinished),
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
