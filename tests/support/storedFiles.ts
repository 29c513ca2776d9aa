import type { Parts } from '#server/parts.ts'
import type { Storage } from '#server/storage/storage.ts'
import { receivedFileOf } from '#server/upload/ownFile.ts'
import { sweep } from '#server/upload/sweeper.ts'
import { findUploadById } from '#server/upload/upload.repository.ts'

/** Path of a file of the disk storage. */
export function localPath(storage: Storage, fichier: string): Promise<string> {
  return storage.withLocalFile(fichier, (path) => Promise.resolve(path))
}

/** Path of a variant of the disk storage. */
export function variantPath(storage: Storage, fichier: string, variant: string): string {
  const path = storage.variantPath(fichier, variant)
  if (path === null) throw new Error('this storage has no paths')
  return path
}

/** All bytes of a complete file. */
export async function storedBytes(storage: Storage, fichier: string): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of storage.read(fichier)) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

/** Stores a file as if one request had brought all its bytes. */
export async function storeReceived(storage: Storage, fichier: string, bytes: Uint8Array): Promise<void> {
  const file = await storage.openPartial({ name: fichier, bytes: 0, reception: null })
  await file.write([bytes], 0)
  await file.sync(true)
  await file.close()
}

/**
 * Stores the bytes that an upload lacks, as a request does before its claim.
 * @returns what the claim stores
 */
export async function storeRest({ database, medias }: Parts, id: string, bytes: Uint8Array) {
  const upload = await findUploadById(database, id)
  if (!upload) throw new Error('no upload')
  const file = await medias.storage.openPartial(receivedFileOf(upload))
  await file.write([bytes.subarray(upload.decalage)], upload.decalage)
  const { reception } = await file.sync(true)
  await file.close()
  return { fichier: upload.fichierTemporaire, reception }
}

/**
 * Erases the files that are listed for deletion. Complete files are not compared with the rows: that depends on their
 * age, and files have the time of the system, not of the test's clock.
 */
export async function eraseListedFiles(parts: Parts): Promise<void> {
  await sweep({ ...parts, ...parts.medias }, 'unfinished')
}

/** Names of all files, complete and unfinished ones. */
export async function storedNames(storage: Storage): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of storage.list()) names.push(name)
  return names
}

/** Names of the files that are being received. */
export async function unfinishedFiles(storage: Storage): Promise<string[]> {
  const names: string[] = []
  for await (const { name, isPermanent } of storage.list()) if (!isPermanent) names.push(name)
  return names
}
