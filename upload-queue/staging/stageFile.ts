import type { QueueItem, StagedFile } from '#upload-queue/engine/queueItem.ts'
import type { HashStream, StartHash } from '#upload-queue/hash/hashStream.ts'
import type { StagingStore } from '#upload-queue/store/stagingStore.ts'
import { eachPiece } from './filePieces.ts'

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
  await eachPiece(from.bytes, async (piece, n) => {
    const row = await from.hash.update(piece)
    await store.writeRows(item.id, n, [row])
    return row
  })
}

/** SHA-256 of a whole file, piece by piece. @throws SourceUnreadable */
export async function hashOf(bytes: Blob, startHash: StartHash): Promise<string> {
  const hash = await startHash()
  try {
    await eachPiece(bytes, (piece) => hash.update(piece))
    return await hash.digest()
  } catch (error) {
    hash.drop()
    throw error
  }
}
