import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { thumbnailSide } from '#domain/media/variante.ts'
import { lectureVariants } from '../media/lectureJobs.ts'
import { largestSide, variantName } from '../media/variantJobs.ts'
import type { MediaRow } from '../database/tables/medias.ts'
import type { FileName } from '../storage/fileName.ts'
import type { ReceivedFile, SyncedBytes } from '../storage/partialFile.ts'
import type { Storage } from '../storage/storage.ts'
import { syncFolder } from '../storage/disk/syncFolder.ts'
import { copyDurably, unfinishedCopy } from './fileCopy.ts'

/** The variants that are made once; the others are made again when they are requested. */
const pictures = [thumbnailSide, largestSide].map(variantName)
const films = Object.values(lectureVariants)

/** Folders of a backup: complete files, previews and the acknowledged bytes of unfinished files. */
export const shelves = { medias: 'medias', apercus: 'apercus', recus: 'recus' } as const

/** Path of a file within its folder of the backup. */
export function savedPath(fichier: FileName): string {
  return join(fichier.slice(0, 2), fichier)
}

/**
 * Saves a complete file. One that the backup has already is not read again: names are random and contents never change.
 * @returns false when the storage has no such file
 */
export async function saveFile(storage: Storage, name: FileName, folder: string): Promise<boolean> {
  const to = join(folder, shelves.medias, savedPath(name))
  if (await exists(to)) return true
  return ifThere(() => storage.withLocalFile(name, (path) => copyDurably(path, to)))
}

/** Saves the variants of a media. @returns their paths within the backup's folder for previews */
export async function saveVariants(
  storage: Storage,
  { fichier, variantesEtat, lectureEtat }: Pick<MediaRow, 'fichier' | 'variantesEtat' | 'lectureEtat'>,
  folder: string,
): Promise<string[]> {
  const saved: string[] = []
  const variants = [...(variantesEtat === 'FAITES' ? pictures : []), ...(lectureEtat === 'FAITE' ? films : [])]
  for (const variant of variants) {
    const path = join(savedPath(fichier), variant)
    const to = join(folder, shelves.apercus, path)
    const isSaved =
      (await exists(to)) || (await storage.withLocalVariant(fichier, variant, (from) => copyDurably(from, to)))
    if (isSaved === true) saved.push(path)
  }
  return saved
}

interface ReceivedPlace {
  readonly folder: string
  /** What the file has become since its row was saved: it has at least as many bytes. The file itself when absent. */
  readonly from?: ReceivedFile
}

/**
 * Saves the acknowledged bytes of an unfinished file. When it has been completed since its row was read, saves as many
 * bytes of the complete file: the saved row still calls it unfinished.
 * @returns false when the storage does not have them all, because the file was continued or removed since then
 */
export async function saveReceived(
  storage: Storage,
  file: ReceivedFile,
  { folder, from = file }: ReceivedPlace,
): Promise<boolean> {
  const to = join(folder, shelves.recus, file.name)
  const save = (pieces: AsyncIterable<Buffer>) =>
    ifThere(async () => {
      await writeDurably(to, firstBytes(pieces, file.bytes))
      return true
    })
  if (await save(storage.readReceived(from))) return true
  return save(storage.pieces(from.name, { start: 0, end: file.bytes - 1 }))
}

/** @throws ENOENT when there are fewer */
async function* firstBytes(pieces: AsyncIterable<Buffer>, count: number): AsyncGenerator<Buffer> {
  let left = count
  for await (const piece of pieces) {
    yield piece.subarray(0, left)
    left -= Math.min(left, piece.length)
    if (left === 0) return
  }
  if (left > 0) throw Object.assign(new Error('bytes of a file are missing'), { code: 'ENOENT' })
}

interface SavedFile {
  readonly name: FileName
  /** Of the saved file. */
  readonly path: string
  readonly isWhole: boolean
}

/** Puts a saved file into a storage, as one request brings it. */
export async function restoreFile(storage: Storage, { name, path, isWhole }: SavedFile): Promise<SyncedBytes> {
  const file = await storage.openPartial({ name, bytes: 0, reception: null })
  try {
    let position = 0
    for await (const piece of createReadStream(path, { highWaterMark: 512 * 1024 }) as AsyncIterable<Buffer>) {
      await file.write([piece], position)
      position += piece.length
    }
    return await file.sync(isWhole)
  } finally {
    await file.close()
  }
}

/** Puts a saved preview into a storage. */
export async function restoreVariant(
  storage: Storage,
  { name, variant, path }: Omit<SavedFile, 'isWhole'> & { readonly variant: string },
): Promise<void> {
  await storage.storeVariants(name, [variant], ([to = '']) => copyFile(path, to))
}

async function writeDurably(to: string, pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  const fresh = unfinishedCopy(to)
  const file = await open(fresh, 'w', 0o600)
  try {
    for await (const piece of pieces) await file.appendFile(piece)
    await file.datasync()
  } catch (error) {
    await rm(fresh, { force: true })
    throw error
  } finally {
    await file.close()
  }
  await rename(fresh, to)
  await syncFolder(dirname(to))
}

async function exists(path: string): Promise<boolean> {
  return ifThere(async () => (await stat(path)).isFile())
}

async function ifThere(work: () => Promise<boolean>): Promise<boolean> {
  try {
    return await work()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}
