import { constants } from 'node:fs'
import { chmod, copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { syncFolder } from '../storage/disk/syncFolder.ts'

/** A backup that was killed leaves such a file. */
const unfinished = '.nouveau'

/** Path of a file's copy until it is complete. */
export function unfinishedCopy(to: string): string {
  return `${to}${unfinished}`
}

/**
 * Copies a file durably, with a reflink where the file system supports it. Skips a file of the same size: names are
 * random and contents never change.
 * @returns false when the file does not exist
 */
export async function copyDurably(from: string, to: string): Promise<boolean> {
  const [source, known] = [await sizeOf(from), await sizeOf(to)]
  if (source === null) return known !== null
  if (source === known) return true
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  const fresh = unfinishedCopy(to)
  try {
    await copyFile(from, fresh, constants.COPYFILE_FICLONE)
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
  await chmod(fresh, 0o600)
  const file = await open(fresh, 'r+')
  try {
    await file.datasync()
  } finally {
    await file.close()
  }
  await rename(fresh, to)
  await syncFolder(dirname(to))
  return true
}

/** Paths of all files below a folder, relative to it; empty when the folder does not exist. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
}

/** Paths of the complete files that a backup has put below a folder, relative to it. */
export async function savedBelow(folder: string): Promise<string[]> {
  const paths = await filesBelow(folder)
  return paths.filter((path) => isOfBackup(path) && !path.endsWith(unfinished) && !basename(path).startsWith('.'))
}

/**
 * Removes files of an earlier backup that are not kept: an erased photo is erased from the backup too. Files that no
 * backup has named stay.
 */
export async function removeAllBut(folder: string, kept: ReadonlySet<string>): Promise<number> {
  const extra = (await filesBelow(folder)).filter((path) => !kept.has(path) && isOfBackup(path))
  for (const path of extra) await rm(join(folder, path), { force: true })
  return extra.length
}

/** Whether a backup has made the file: its name, or that of its folder for a preview, begins with a UUID. */
function isOfBackup(path: string): boolean {
  return path.split(sep).some((part) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/.test(part))
}

async function sizeOf(path: string): Promise<number | null> {
  return stat(path).then(
    ({ size }) => size,
    (error: unknown) => {
      if (isMissing(error)) return null
      throw error
    },
  )
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}
