import { existsSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { checkedName, type FileName } from '../fileName.ts'
import { syncFolder } from './syncFolder.ts'

/** Folders and paths of the media on the local disk. All are in one folder, so that renames are atomic. */
export interface DiskFolders {
  /** `recus/`: files that are being received. */
  readonly received: string
  /** `medias/`: permanent files, in folders by the first two characters of their names. */
  readonly kept: string
  /** `apercus/`: variants, in folders by the first two characters of the names of their files. */
  readonly previews: string
  /** `apercus/en-cours/`: variants that are being written. */
  readonly unfinished: string
  /** `quarantaine/`: created when a file is moved there. */
  readonly aside: string
  readonly partialPath: (name: FileName) => string
  readonly keptPath: (name: FileName) => string
  /** Path of a complete file, which may not be permanent yet. */
  readonly path: (name: FileName) => string
  /** Folder of the variants of a file. */
  readonly variantsPath: (name: FileName) => string
}

/** Creates the folders that are missing. */
export async function openDiskFolders(folder: string): Promise<DiskFolders> {
  const received = join(folder, 'recus')
  const kept = join(folder, 'medias')
  const previews = join(folder, 'apercus')
  const unfinished = join(previews, 'en-cours')
  await Promise.all([received, kept, unfinished].map((path) => mkdir(path, { recursive: true })))
  await syncFolder(folder)
  const partialPath = (name: FileName) => join(received, checkedName(name))
  const keptPath = (name: FileName) => join(kept, name.slice(0, 2), checkedName(name))
  return {
    received,
    kept,
    previews,
    unfinished,
    aside: join(folder, 'quarantaine'),
    partialPath,
    keptPath,
    path: (name) => (existsSync(keptPath(name)) ? keptPath(name) : partialPath(name)),
    variantsPath: (name) => join(previews, name.slice(0, 2), checkedName(name)),
  }
}

/** Paths of the folders in a folder. */
export async function foldersIn(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(path, name))
}
