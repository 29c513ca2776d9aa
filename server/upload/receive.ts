import { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { mediaTypeOf, magicByteCount } from '#domain/upload/magicBytes.ts'
import { Problem } from '../http/problem.ts'
import { recordMeasure } from '../metrics/measures.ts'
import type { PartialFile, ReceivedFile, SyncedBytes } from '../storage/partialFile.ts'
import { type Storage, StorageAway } from '../storage/storage.ts'
import { isDiskFull } from './fullDisk.ts'
import type { RunningHash } from './uploadHash.ts'

const batchBytes = 256 * 1024
export interface ReceiveOptions {
  readonly storage: Storage
  /** The body continues at its acknowledged bytes. */
  readonly file: ReceivedFile
  /** Maximum length of the body in bytes. */
  readonly room: number
  readonly body: Readable
  /** Whether the file ends with this body, whatever its length; else when `room` is filled. */
  readonly isWholeFile: boolean
  /**
   * Updated with each batch whose write begins; after a failed write it counts more bytes than are stored, and
   * `UploadHashes.take` drops it. Null when the hash of the bytes before is not known here.
   */
  readonly hash: RunningHash | null
  readonly interrupted: AbortSignal
}

/** The durable bytes after a body. */
export interface ReceivedBody extends SyncedBytes {
  /** Whether the body was complete. */
  readonly isWhole: boolean
  /** Why the rest of the body was not stored; null when it was stored or did not arrive. */
  readonly refusal: Refusal | null
}

/** The storage took only a part of a body. */
export type Refusal = 'upload.disque_plein' | 'serveur.indisponible'

/** The answer to a request whose body was not stored whole. */
export function refusalProblem(code: Refusal, headers: Readonly<Record<string, string>> = {}): Problem {
  return new Problem(code, { headers: code === 'serveur.indisponible' ? { 'Retry-After': '5', ...headers } : headers })
}

/**
 * Appends a body to the durable bytes of a file and makes it durable. Bytes received before a disconnect are kept.
 * @throws Problem upload.type_refuse before anything is written when the first bytes are not a known media type,
 * upload.trop_volumineux when the body exceeds `room`; UnsafeStorage when a sync fails
 */
export async function receive(options: ReceiveOptions): Promise<ReceivedBody> {
  const { storage, file: received, room, body, isWholeFile, interrupted } = options
  const cut = () => body.destroy()
  interrupted.addEventListener('abort', cut, { once: true })
  const file = await storage.openPartial(received)
  const batch = new Batch(options, file)
  try {
    const end = interrupted.aborted ? 'cut' : await writeBody(body, batch)
    if (end === 'full') await removeUnacknowledged(file, received.bytes, batch.added)
    const synced = await file.sync(end === 'whole' && (isWholeFile || batch.added === room))
    recordMeasure('received', { bytes: synced.bytes - received.bytes })
    // On a full disk, what was removed is missing too.
    const isShort = end !== 'full' && synced.bytes < received.bytes + batch.added
    return { ...synced, isWhole: end === 'whole' && !isShort, refusal: refusalOf(isShort ? 'away' : end) }
  } finally {
    interrupted.removeEventListener('abort', cut)
    await file.close()
  }
}

/** `cut`: the client has disconnected. `full`, `away`: the storage took only a part. */
type End = 'whole' | 'cut' | 'full' | 'away'

function refusalOf(end: End): Refusal | null {
  if (end === 'full') return 'upload.disque_plein'
  return end === 'away' ? 'serveur.indisponible' : null
}

/** On a full disk, frees one batch: the row that stores the offset needs space too. */
async function removeUnacknowledged(file: PartialFile, offset: number, added: number): Promise<void> {
  await file.truncate(offset + Math.max(0, added - batchBytes))
}

async function writeBody(body: Readable, batch: Batch): Promise<End> {
  try {
    for await (const piece of body as AsyncIterable<Buffer>) await batch.add(piece)
    await batch.finish()
    return 'whole'
  } catch (error) {
    const end = storageEnd(error)
    if (end) return end
    if (!isCut(error)) throw error
  }
  // The bytes in memory arrived before the disconnect: keep them.
  try {
    await batch.finish()
    return 'cut'
  } catch (error) {
    if (error instanceof Problem) return 'cut'
    const end = storageEnd(error)
    if (end) return end
    throw error
  }
}

/** How the storage ended a write; null for the failure of something else. */
function storageEnd(error: unknown): 'full' | 'away' | null {
  if (isDiskFull(error)) return 'full'
  return error instanceof StorageAway ? 'away' : null
}

/** Writes one batch while the next one arrives. At most two batches are in memory. */
class Batch {
  /** Bytes written to the file. */
  added = 0
  #held: Buffer[] = []
  #heldBytes = 0
  #writing: Promise<void> = Promise.resolve()
  #writingBytes = 0
  #writtenPieces: readonly Buffer[] = []
  readonly #options: ReceiveOptions
  readonly #file: PartialFile

  constructor(options: ReceiveOptions, file: PartialFile) {
    this.#options = options
    this.#file = file
  }

  async add(piece: Buffer): Promise<void> {
    const arrived = this.added + this.#writingBytes + this.#heldBytes
    if (arrived + piece.length > this.#options.room) throw new Problem('upload.trop_volumineux')
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
    const { file, hash } = this.#options
    const position = file.bytes + this.added
    if (position === 0) this.#refuseForeignType()
    const pieces = this.#held
    this.#writingBytes = this.#heldBytes
    this.#held = []
    this.#heldBytes = 0
    this.#writing = this.#file.write(pieces, position)
    // The next batch awaits the write. Without this handler a failure before that is an unhandled rejection.
    this.#writing.catch(() => undefined)
    if (hash) for (const piece of pieces) hash.update(piece)
    this.#writtenPieces = pieces
  }

  async #written(): Promise<void> {
    const writing = this.#writing
    this.#writing = Promise.resolve()
    const bytes = this.#writingBytes
    this.#writingBytes = 0
    await writing
    if (this.#options.body instanceof IncomingMessage) freeMemory(this.#writtenPieces)
    this.#writtenPieces = []
    this.added += bytes
  }

  #refuseForeignType(): void {
    const head = Buffer.concat(this.#held).subarray(0, magicByteCount)
    const isLongEnough = head.length === magicByteCount || head.length === this.#options.room
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
