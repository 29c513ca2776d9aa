import { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { mediaTypeOf, magicByteCount } from '#domain/upload/magicBytes.ts'
import { Problem } from '../http/problem.ts'
import type { PartialFile, Storage } from '../storage/storage.ts'
import { isDiskFull } from './fullDisk.ts'
import type { RunningHash } from './uploadHash.ts'

const batchBytes = 256 * 1024
/**
 * Starts a sync after this many new bytes, one at a time, while the body continues: a slow disk does not block the
 * request.
 */
const syncBytes = 2 * 1024 * 1024

export interface Reception {
  readonly storage: Storage
  readonly name: string
  /** Length of the durable bytes. The body continues there. */
  readonly offset: number
  /** Maximum length of the body in bytes. */
  readonly room: number
  readonly body: Readable
  readonly hash: RunningHash
  readonly interrupted: AbortSignal
}

/**
 * Appends a body to the durable bytes of a file and makes it durable. Bytes received before a disconnect are kept.
 * @returns the number of bytes added, whether the body was complete, and whether the disk is full
 * @throws Problem upload.type_refuse before anything is written when the first bytes are not a known media type,
 * upload.trop_volumineux when the body exceeds `room`; UnsafeDisk when a sync fails
 */
export async function receive(reception: Reception): Promise<{ added: number; isWhole: boolean; isDiskFull: boolean }> {
  const { storage, name, offset, body, interrupted } = reception
  const cut = () => body.destroy()
  interrupted.addEventListener('abort', cut, { once: true })
  const file = await storage.openPartial(name)
  const batch = new Batch(reception, file)
  try {
    if ((await storage.size(name)) !== offset) await file.truncate(offset)
    const end = interrupted.aborted ? 'cut' : await writeBody(body, batch)
    const added = end === 'full' ? await removeUnacknowledged(file, offset, batch.added) : batch.added
    await batch.synced()
    await file.sync()
    return { added, isWhole: end === 'whole', isDiskFull: end === 'full' }
  } finally {
    interrupted.removeEventListener('abort', cut)
    await file.close()
  }
}

/** On a full disk, frees one batch: the row that stores the offset needs space too. */
async function removeUnacknowledged(file: PartialFile, offset: number, added: number): Promise<number> {
  const kept = Math.max(0, added - batchBytes)
  await file.truncate(offset + kept)
  return kept
}

async function writeBody(body: Readable, batch: Batch): Promise<'whole' | 'cut' | 'full'> {
  try {
    for await (const piece of body as AsyncIterable<Buffer>) await batch.add(piece)
    await batch.finish()
    return 'whole'
  } catch (error) {
    if (error instanceof Problem) throw error
    if (isDiskFull(error)) return 'full'
    if (!isCut(error)) throw error
  }
  // The bytes in memory arrived before the disconnect: keep them.
  try {
    await batch.finish()
    return 'cut'
  } catch (error) {
    if (error instanceof Problem) return 'cut'
    if (isDiskFull(error)) return 'full'
    throw error
  }
}

/** Writes one batch and syncs earlier ones while the next batch arrives. At most two batches are in memory. */
class Batch {
  /** Bytes written to the file. */
  added = 0
  #unsynced = 0
  #syncing: Promise<void> | null = null
  /** The first sync error. No further sync starts after it. */
  #failure: unknown
  #held: Buffer[] = []
  #heldBytes = 0
  #writing: Promise<void> = Promise.resolve()
  #writingBytes = 0
  #writtenPieces: readonly Buffer[] = []
  readonly #reception: Reception
  readonly #file: PartialFile

  constructor(reception: Reception, file: PartialFile) {
    this.#reception = reception
    this.#file = file
  }

  async add(piece: Buffer): Promise<void> {
    const arrived = this.added + this.#writingBytes + this.#heldBytes
    if (arrived + piece.length > this.#reception.room) throw new Problem('upload.trop_volumineux')
    this.#held.push(piece)
    this.#heldBytes += piece.length
    if (this.#heldBytes >= batchBytes) await this.#flush()
  }

  /** Writes the bytes in memory and waits for the write. */
  async finish(): Promise<void> {
    await this.#flush()
    await this.#written()
  }

  async #flush(): Promise<void> {
    await this.#written()
    if (this.#heldBytes === 0) return
    const { offset, hash } = this.#reception
    const position = offset + this.added
    if (position === 0) this.#refuseForeignType()
    const pieces = this.#held
    this.#writingBytes = this.#heldBytes
    this.#held = []
    this.#heldBytes = 0
    this.#writing = this.#file.write(pieces, position)
    // The next batch awaits the write. Without this handler a failure before that is an unhandled rejection.
    this.#writing.catch(() => undefined)
    for (const piece of pieces) hash.update(piece)
    this.#writtenPieces = pieces
  }

  async #written(): Promise<void> {
    const writing = this.#writing
    this.#writing = Promise.resolve()
    const bytes = this.#writingBytes
    this.#writingBytes = 0
    await writing
    if (this.#reception.body instanceof IncomingMessage) freeMemory(this.#writtenPieces)
    this.#writtenPieces = []
    this.added += bytes
    this.#unsynced += bytes
    if (this.#unsynced >= syncBytes) this.#syncAhead()
  }

  /**
   * Waits for the current sync. @throws UnsafeDisk when a sync failed: a later fsync could succeed although bytes are
   * lost
   */
  async synced(): Promise<void> {
    await this.#syncing
    if (this.#failure !== undefined) throw this.#failure
  }

  #syncAhead(): void {
    if (this.#syncing) return
    this.#unsynced = 0
    this.#syncing = this.#file.sync().then(
      () => void (this.#syncing = null),
      (error: unknown) => void (this.#failure = error),
    )
  }

  #refuseForeignType(): void {
    const head = Buffer.concat(this.#held).subarray(0, magicByteCount)
    const isLongEnough = head.length === magicByteCount || head.length === this.#reception.room
    if (isLongEnough && mediaTypeOf(head) === undefined) throw new Problem('upload.type_refuse')
  }
}

/**
 * Node allocates a separate buffer for each piece of a request body, and nothing else references it after it is
 * written and hashed. Freeing it here is cheaper than leaving it to the garbage collector, which costs more than
 * writing and hashing together.
 */
function freeMemory(pieces: readonly Buffer[]): void {
  for (const { buffer, byteLength } of pieces) {
    if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
  }
}

function isCut(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | null)?.code
  return code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ABORT_ERR' || code === 'EPIPE'
}
