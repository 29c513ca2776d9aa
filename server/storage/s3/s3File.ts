import { type FileHandle, open } from 'node:fs/promises'
import { type PartialFile, PermanentFile, type ReceivedFile, type SyncedBytes, UnsafeStorage } from '../partialFile.ts'
import { checkedName } from '../fileName.ts'
import type { Body, Bucket } from './bucket.ts'
import { isMissing } from './bucketError.ts'
import type { LocalCopies, LocalCopy } from './localCopies.ts'
import { objectKey, partKey } from './objectKeys.ts'
import { formatReception, parseReception, partBytes, type Reception } from './reception.ts'

export interface S3FileDeps {
  readonly bucket: Bucket
  readonly copies: LocalCopies
}

/**
 * Opens a file that is being received. Its bytes are collected in a local copy and sent to the store in parts of 8 MiB,
 * each a separate object; what is left at a sync becomes the tail. A file up to 8 MiB that comes in one request is
 * stored at once under its name, which only this process writes.
 */
export async function openS3File(deps: S3FileDeps, received: ReceivedFile): Promise<PartialFile> {
  checkedName(received.name)
  const reception = parseReception(received.reception)
  if (reception.isWhole) throw new PermanentFile('the file is permanent')
  const { name, bytes } = received
  const copy =
    deps.copies.acknowledged(name, bytes, received.reception) ?? (await copyOfTail(deps, received, reception))
  copy.reception = null
  copy.users += 1
  return new S3File(deps, received, reception, copy, await open(copy.path, 'r+'))
}

/** A copy of the acknowledged bytes behind the last whole part. */
async function copyOfTail({ bucket, copies }: S3FileDeps, { name, bytes }: ReceivedFile, { parts, tail }: Reception) {
  const copy = await copies.create(name, parts.length * partBytes)
  if (tail === undefined) return copy
  const file = await open(copy.path, 'a')
  try {
    for await (const piece of bucket.read(tail)) {
      await file.appendFile(piece)
      copy.end += piece.length
    }
  } catch (error) {
    // The database lost the claim in a crash. The file was completed after the claim, which removed the tail.
    if (isMissing(error) && (await bucket.size(objectKey(name))) !== null)
      throw new PermanentFile('the file is permanent')
    throw error
  } finally {
    await file.close()
  }
  if (copy.end !== bytes) throw new UnsafeStorage('the tail of a file has another length than acknowledged')
  return copy
}

class S3File implements PartialFile {
  readonly #deps: S3FileDeps
  readonly #received: ReceivedFile
  readonly #before: Reception
  readonly #copy: LocalCopy
  readonly #file: FileHandle
  readonly #parts: string[]
  /** Number of parts that are sent or being sent. */
  #begunParts: number
  #sending: Promise<void> = Promise.resolve()
  /** The first error of the store. No further part is sent after it. */
  #failure: unknown

  constructor(deps: S3FileDeps, received: ReceivedFile, before: Reception, copy: LocalCopy, file: FileHandle) {
    this.#deps = deps
    this.#received = received
    this.#before = before
    this.#copy = copy
    this.#file = file
    this.#parts = [...before.parts]
    this.#begunParts = before.parts.length
  }

  async write(pieces: readonly Uint8Array[], position: number): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure
    const total = pieces.reduce((sum, piece) => sum + piece.length, 0)
    const { bytesWritten } = await this.#file.writev(pieces as Uint8Array[], position - this.#copy.start)
    if (bytesWritten !== total) throw Object.assign(new Error('short write'), { code: 'ENOSPC' })
    this.#copy.end = position + total
    // A part is sent when a byte behind it has arrived: until then it may be the whole file.
    while (this.#copy.end > (this.#begunParts + 1) * partBytes) {
      await this.#sending
      if (this.#failure !== undefined) throw this.#failure
      this.#begunParts += 1
      this.#sending = this.#sendPart().catch((error: unknown) => void (this.#failure = error))
    }
  }

  async truncate(size: number): Promise<void> {
    await this.#sending
    this.#parts.length = Math.min(this.#parts.length, Math.floor(size / partBytes))
    this.#begunParts = this.#parts.length
    this.#copy.end = size
  }

  async sync(isLast: boolean): Promise<SyncedBytes> {
    await this.#sending
    if (this.#failure === undefined) {
      try {
        return await this.#storeAll(isLast)
      } catch (error) {
        this.#failure = error
      }
    }
    const bytes = this.#parts.length * partBytes
    if (this.#failure instanceof UnsafeStorage || bytes <= this.#received.bytes) throw this.#failure
    return { bytes, reception: formatReception(this.#state()) }
  }

  async close(): Promise<void> {
    await this.#sending
    await this.#file.close()
    await this.#deps.copies.release(this.#copy)
  }

  async #storeAll(isLast: boolean): Promise<SyncedBytes> {
    const { bucket } = this.#deps
    const { name, bytes: acknowledged, reception } = this.#received
    const bytes = this.#copy.end
    if (isLast && acknowledged === 0 && this.#parts.length === 0) {
      await bucket.put(objectKey(name), this.#part(0, bytes))
      return this.#acknowledge({ ...this.#state(), isWhole: true })
    }
    if (bytes === acknowledged && reception !== null) return this.#acknowledge(this.#before)
    const start = this.#parts.length * partBytes
    if (start + partBytes === bytes) await this.#sendPart()
    if (start + partBytes === bytes || start === bytes) return this.#acknowledge(this.#state())
    const tail = partKey(name, bytes)
    await bucket.put(tail, this.#part(start, bytes - start))
    return this.#acknowledge({ ...this.#state(), tail })
  }

  /** The copy now equals what the row will say. */
  #acknowledge(state: Reception): SyncedBytes {
    const reception = formatReception(state)
    this.#copy.reception = reception
    return { bytes: this.#copy.end, reception }
  }

  #state(): Reception {
    const { tail: oldTail } = this.#before
    return { parts: this.#parts, isWhole: false, ...(oldTail !== undefined && { oldTail }) }
  }

  async #sendPart(): Promise<void> {
    const start = this.#parts.length * partBytes
    const key = partKey(this.#received.name, start + partBytes)
    await this.#deps.bucket.put(key, this.#part(start, partBytes))
    this.#parts.push(key)
  }

  #part(position: number, length: number): Body {
    return { length, read: () => this.#read(position, length) }
  }

  /** @param position in the file */
  async #read(position: number, length: number): Promise<Buffer> {
    const { bytesRead, buffer } = await this.#file.read(
      Buffer.allocUnsafe(length),
      0,
      length,
      position - this.#copy.start,
    )
    if (bytesRead !== length) throw new Error('a local copy is too short')
    return buffer
  }
}
