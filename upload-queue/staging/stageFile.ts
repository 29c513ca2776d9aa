import type { HashStream, StartHash } from '#upload-queue/hash/hashStream.ts'
import type { StagingStore } from '#upload-queue/store/stagingStore.ts'
import { eachPiece } from './filePieces.ts'

/** The bytes for a row that `StagingStore.begin` wrote. */
interface Copy {
  readonly id: string
  readonly bytes: Blob
  readonly type: string
  /** ISO 8601. */
  readonly takenAt: string | null
  /** Hash of the file before compression, or null when `bytes` is the picked file. */
  readonly sourceSha256: string | null
}

/**
 * Copies a file into rows and hashes it, then accepts it in one transaction with strict durability.
 * @throws SourceUnreadable, StorageFull, StorageBroken, ItemMoved; the bytes of the copy are then deleted, its row
 * stays
 */
export async function stageFile(
  parts: { store: StagingStore; startHash: StartHash },
  { id, bytes, type, takenAt, sourceSha256 }: Copy,
): Promise<'queued' | 'duplicate'> {
  const { store } = parts
  const hash = await parts.startHash()
  try {
    await copyRows(store, id, { bytes, hash })
    const sha256 = await hash.digest()
    const copied = { sha256, sourceSha256: sourceSha256 ?? sha256, size: bytes.size, type, takenAt }
    return await store.finish(id, copied)
  } catch (error) {
    hash.drop()
    // If the storage fails here too, `lost_source` deletes the rows at a later start.
    await store.dropRows(id).catch(() => {})
    throw error
  }
}

async function copyRows(store: StagingStore, id: string, from: { bytes: Blob; hash: HashStream }): Promise<void> {
  await eachPiece(from.bytes, async (piece, n) => {
    const row = await from.hash.update(piece)
    await store.writeRows(id, n, [row])
    return row
  })
}

/** SHA-256 of a file, read in pieces; lower-case hex. @throws SourceUnreadable */
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
