import { type QueueItem, rowBytes, type StagedFile } from '#upload-queue/engine/queueItem.ts'
import type { HashStream, StartHash } from '#upload-queue/hash/hashStream.ts'
import type { StagingStore } from '#upload-queue/store/stagingStore.ts'

/** Rows of one transaction: the memory a copy takes, whatever the size of the file. */
const rowsAtOnce = 4

/** The picked file cannot be read (any more): phones take a file back, cloud pictures fail to load. */
export class SourceUnreadable extends Error {
  override name = 'SourceUnreadable'
}

/**
 * Copies a file into rows, hashing on the way, then accepts it in one strict transaction.
 * @param sourceSha256 hash of the file before compression, or null when these are the picked bytes
 * @throws SourceUnreadable, StorageFull, StorageBroken; then nothing of the copy is left
 */
export async function stageFile(
  parts: { store: StagingStore; startHash: StartHash },
  { file, bytes, sourceSha256 }: { file: StagedFile; bytes: Blob; sourceSha256: string | null },
): Promise<'queued' | 'duplicate'> {
  const { store } = parts
  const hash = await parts.startHash()
  try {
    const item = await store.begin(file)
    await copyRows(store, item, { bytes, hash })
    const sha256 = await hash.digest()
    return await store.finish(file.id, { sha256, sourceSha256: sourceSha256 ?? sha256 })
  } catch (error) {
    hash.drop()
    // The item may never have been written, or the storage may be gone: a later start finds it as lost_source.
    await store.abandon(file.id).catch(() => {})
    throw error
  }
}

async function copyRows(store: StagingStore, item: QueueItem, from: { bytes: Blob; hash: HashStream }): Promise<void> {
  for (let first = 0; first < item.rowCount; first += rowsAtOnce) {
    const rows: ArrayBuffer[] = []
    for (let n = first; n < Math.min(item.rowCount, first + rowsAtOnce); n += 1) {
      const row = await read(from.bytes, n * rowBytes, Math.min(item.size, (n + 1) * rowBytes))
      await from.hash.update(row)
      rows.push(row)
    }
    await store.writeRows(item.id, first, rows)
  }
}

/** SHA-256 of a whole file, piece by piece. @throws SourceUnreadable */
export async function hashOf(bytes: Blob, startHash: StartHash): Promise<string> {
  const hash = await startHash()
  try {
    for (let at = 0; at < bytes.size; at += rowBytes) {
      await hash.update(await read(bytes, at, Math.min(bytes.size, at + rowBytes)))
    }
    return await hash.digest()
  } catch (error) {
    hash.drop()
    throw error
  }
}

/** Bytes of a picked file. @throws SourceUnreadable */
export async function read(bytes: Blob, from: number, to: number): Promise<ArrayBuffer> {
  const piece = await bytes
    .slice(from, to)
    .arrayBuffer()
    .catch((error: unknown) => {
      throw new SourceUnreadable('the file cannot be read', { cause: error })
    })
  if (piece.byteLength !== to - from) throw new SourceUnreadable('the file is shorter than it said')
  return piece
}
