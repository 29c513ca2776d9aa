import { rowBytes, rowCountOf } from '#upload-queue/engine/queueItem.ts'
import type { HashStream, StartHash } from '#upload-queue/hash/hashStream.ts'
import type { RowGroup, StagingStore } from '#upload-queue/store/stagingStore.ts'
import { freeRows, rowGroups } from './filePieces.ts'

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

interface Deps {
  readonly store: StagingStore
  readonly startHash: StartHash
}

/**
 * Up to this size a file is read and hashed at once, and written and accepted in one transaction: a wait for the disk
 * takes longer than the bytes of a photo. More would need too much memory for the files copied at a time.
 */
const wholeBytes = 8 * rowBytes

/**
 * Copies a file into rows and hashes it, then accepts it in one transaction with strict durability.
 * @throws SourceUnreadable, StorageFull, StorageBroken, ItemMoved; the bytes of the copy are then deleted, its row
 * stays
 */
export async function stageFile(deps: Deps, copy: Copy): Promise<'queued' | 'duplicate'> {
  const { store } = deps
  try {
    const { sha256, last } = await (copy.bytes.size <= wholeBytes ? readWhole(deps, copy) : writeGroups(deps, copy))
    const { type, takenAt, sourceSha256, bytes } = copy
    const copied = { sha256, sourceSha256: sourceSha256 ?? sha256, size: bytes.size, type, takenAt }
    const result = await store.finish(copy.id, copied, last)
    freeRows(last)
    return result
  } catch (error) {
    // If the storage fails here too, `lost_source` deletes the rows at a later start.
    await store.dropRows(copy.id).catch(() => {})
    throw error
  }
}

/** The hash of a file, and its rows that are not written yet. */
interface Read {
  readonly sha256: string
  readonly last: RowGroup
}

async function readWhole({ startHash }: Deps, { bytes }: Copy): Promise<Read> {
  const { sha256, rows } = await (await startHash()).readFile(bytes)
  return { sha256, last: { first: 0, rows } }
}

async function writeGroups({ store, startHash }: Deps, { id, bytes }: Copy): Promise<Read> {
  const hash = await startHash()
  try {
    let last: RowGroup = { first: 0, rows: [] }
    for await (const group of rowGroups(bytes)) {
      last = await hashed(group, hash)
      if (last.first + last.rows.length === rowCountOf(bytes.size)) break
      await store.writeRows(id, last)
      freeRows(last)
    }
    return { sha256: await hash.digest(), last }
  } catch (error) {
    hash.drop()
    throw error
  }
}

/** Hashes rows in their order; their buffers may be others afterwards. */
async function hashed({ first, rows }: RowGroup, hash: HashStream): Promise<RowGroup> {
  return { first, rows: await Promise.all(rows.map((row) => hash.update(row))) }
}

/** SHA-256 of a file, read in pieces; lower-case hex. @throws SourceUnreadable */
export async function hashOf(bytes: Blob, startHash: StartHash): Promise<string> {
  const hash = await startHash()
  try {
    for await (const group of rowGroups(bytes)) freeRows(await hashed(group, hash))
    return await hash.digest()
  } catch (error) {
    hash.drop()
    throw error
  }
}
