import { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { mediaTypeOf, magicByteCount } from '#domain/upload/magicBytes.ts'
import { Problem } from '../http/problem.ts'
import type { PartialFile, Storage } from '../storage/storage.ts'
import { isDiskFull } from './fullDisk.ts'
import type { RunningHash } from './uploadHash.ts'

const batchBytes = 256 * 1024
/** Behind so many new bytes a sync begins while the rest comes in, one at a time: a slow disk falls behind, nobody waits. */
const syncBytes = 2 * 1024 * 1024

export interface Reception {
  readonly storage: Storage
  readonly name: string
  /** Bytes that are durable already; the body continues there. */
  readonly offset: number
  /** Bytes that may still come. */
  readonly room: number
  readonly body: Readable
  readonly hash: RunningHash
  readonly interrupted: AbortSignal
}

/**
 * Writes a body behind the durable bytes of a file and makes it durable. What arrived before a cut is kept.
 * @returns how many bytes were added, and whether the body ended as it should
 * @throws Problem upload.type_refuse before anything is written when the first bytes are no media,
 * upload.trop_volumineux when more comes than was announced; UnsafeDisk when the disk refuses to sync
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

/** On a full disk the row that tells how far the file came needs room too. */
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
  // The bytes held when the connection broke did arrive: they count.
  try {
    await batch.finish()
    return 'cut'
  } catch (error) {
    if (error instanceof Problem) return 'cut'
    if (isDiskFull(error)) return 'full'
    throw error
  }
}

/** One batch is written, and earlier ones synced, while the next one comes in; never more than two are in memory. */
class Batch {
  /** Bytes written down. */
  added = 0
  #unsynced = 0
  #syncing: Promise<void> | null = null
  /** Of a sync; none is begun behind it. */
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

  /** Writes what is held and waits for it. */
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
    // Awaited with the next batch; until then nobody else would hear of a failure.
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

  /** Waits for the sync under way. @throws UnsafeDisk when one failed: the next one would say yes, and bytes be gone */
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
    const isTelling = head.length === magicByteCount || head.length === this.#reception.room
    if (isTelling && mediaTypeOf(head) === undefined) throw new Problem('upload.type_refuse')
  }
}

/**
 * Node gives each piece of a request's body memory of its own, and nobody else holds it: written and hashed it serves the
 * next piece. Left to the collector it costs more than writing and hashing together.
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
