import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'
import { ByteBudget } from './byteBudget.ts'
import { asStorageError, isMissing, storeCall } from './bucketError.ts'
import {
  type ListingPlace,
  listMultiparts,
  listObjects,
  type OpenMultipart,
  type StoredObject,
} from './bucketListing.ts'
import { readObject, type ReadRange } from './readObject.ts'
import { openS3Client } from './s3Client.ts'
import type { S3Settings } from './s3Settings.ts'

interface Multipart {
  readonly Bucket: string
  readonly Key: string
  readonly UploadId: string | undefined
}

/** Bytes to store. */
export interface Body {
  readonly length: number
  readonly read: () => Promise<Buffer>
}

/** Memory for bodies on their way to the store: a body is kept whole, so that it can be sent again. */
const bodyBytes = 64 * 1024 * 1024
/** Parts of a file that the store copies at the same time. */
const copiesAtOnce = 4

/**
 * The calls to the store. Uses the oldest part of the protocol, which all S3-compatible stores have.
 * Every method rejects as {@link asStorageError} says.
 */
export class Bucket {
  readonly #client: S3Client
  /** Has its own connections: slow readers must not block the other calls. http/downloadSlots.ts limits the readers. */
  readonly #streamingClient: S3Client
  readonly #bucket: string
  readonly #prefix: string
  readonly #budget = new ByteBudget(bodyBytes)

  constructor(settings: S3Settings) {
    this.#bucket = settings.bucket
    this.#prefix = settings.prefix
    this.#client = openS3Client(settings)
    this.#streamingClient = openS3Client(settings)
  }

  /** @param read brings the bytes when there is memory for them */
  async put(key: string, { length, read }: Body): Promise<void> {
    await this.#budget.run(length, async () => {
      const command = new PutObjectCommand({ ...this.#at(key), Body: await read() })
      await storeCall(() => this.#client.send(command))
    })
  }

  /** Size in bytes, or null when there is no such object. */
  async size(key: string): Promise<number | null> {
    try {
      const { ContentLength } = await storeCall(() => this.#client.send(new HeadObjectCommand(this.#at(key))))
      return ContentLength ?? null
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  /** Reads an object or a range of it; `end` is inclusive. Continues where the connection was cut. */
  read(key: string, range: ReadRange = {}): AsyncGenerator<Buffer> {
    return readObject(this.#client, this.#at(key), range)
  }

  /** As {@link read}, for a reader that may be slow: a client that downloads. */
  stream(key: string, range: ReadRange = {}): AsyncGenerator<Buffer> {
    return readObject(this.#streamingClient, this.#at(key), range)
  }

  async copy(from: string, to: string): Promise<void> {
    const command = new CopyObjectCommand({ ...this.#at(to), CopySource: this.#sourceOf(from) })
    await this.#copying(from, () => this.#client.send(command))
  }

  /** Idempotent. */
  async remove(key: string): Promise<void> {
    try {
      await storeCall(() => this.#client.send(new DeleteObjectCommand(this.#at(key))))
    } catch (error) {
      if (!isMissing(error)) throw error
    }
  }

  /** Lists the objects below a prefix, page by page. */
  list(below: string): AsyncGenerator<StoredObject> {
    return listObjects(this.#client, this.#below(below))
  }

  /**
   * Joins objects to one, within the store: all of 5 MiB at least, but the last one.
   * @throws ENOENT when one of them is missing
   */
  async join(from: readonly string[], to: string): Promise<void> {
    await this.#multipart(to, async (upload) => {
      const parts: CompletedPart[] = []
      for (let n = 0; n < from.length; n += copiesAtOnce) {
        const some = from.slice(n, n + copiesAtOnce)
        parts.push(...(await Promise.all(some.map((key, i) => this.#copyPart(key, upload, n + i + 1)))))
      }
      return parts
    })
  }

  /**
   * Stores an object of any size, part after part: all of 5 MiB at least, but the last one. For a key that nothing else
   * writes: a late part of a request that was overtaken would replace bytes.
   * @param partBytes length of the longest part, requested when there is memory for it
   */
  async putParts(key: string, parts: AsyncGenerator<Buffer>, partBytes: number): Promise<void> {
    const sendNext = (upload: Multipart, PartNumber: number) =>
      this.#budget.run(partBytes, async (): Promise<CompletedPart | null> => {
        const next = await parts.next()
        if (next.done === true) return null
        const command = new UploadPartCommand({ ...upload, PartNumber, Body: next.value })
        const { ETag } = await storeCall(() => this.#client.send(command))
        return { ETag, PartNumber }
      })
    try {
      await this.#multipart(key, async (upload) => {
        const sent: CompletedPart[] = []
        for (let part = await sendNext(upload, 1); part; part = await sendNext(upload, sent.length + 1)) sent.push(part)
        return sent
      })
    } finally {
      await parts.return(undefined)
    }
  }

  async #multipart(key: string, send: (upload: Multipart) => Promise<CompletedPart[]>): Promise<void> {
    const at = this.#at(key)
    const { UploadId } = await storeCall(() => this.#client.send(new CreateMultipartUploadCommand(at)))
    try {
      const MultipartUpload = { Parts: await send({ ...at, UploadId }) }
      await storeCall(() => this.#client.send(new CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload })))
    } catch (error) {
      if (UploadId !== undefined) await this.abortMultipart(key, UploadId).catch(() => undefined)
      throw error
    }
  }

  async #copyPart(from: string, upload: Multipart, PartNumber: number): Promise<CompletedPart> {
    const command = new UploadPartCopyCommand({ ...upload, PartNumber, CopySource: this.#sourceOf(from) })
    const { CopyPartResult } = await this.#copying(from, () => this.#client.send(command))
    return { ETag: CopyPartResult?.ETag, PartNumber }
  }

  /** Aborts the multipart uploads of a key that were neither completed nor aborted. Idempotent. */
  async abortMultiparts(key: string): Promise<void> {
    for await (const open of this.listMultiparts(key)) {
      if (open.key === key) await this.abortMultipart(key, open.uploadId)
    }
  }

  /** Aborts a multipart upload. Idempotent. */
  async abortMultipart(key: string, uploadId: string): Promise<void> {
    await this.#client
      .send(new AbortMultipartUploadCommand({ ...this.#at(key), UploadId: uploadId }))
      .catch((error: unknown) => {
        if ((error as Error).name !== 'NoSuchUpload') throw asStorageError(error)
      })
  }

  /** Lists the multipart uploads below a prefix that were neither completed nor aborted. */
  listMultiparts(below: string): AsyncGenerator<OpenMultipart> {
    return listMultiparts(this.#client, this.#below(below))
  }

  /** Rejects when the bucket does not answer. */
  async check(): Promise<void> {
    await storeCall(() => this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket })))
  }

  close(): void {
    this.#client.destroy()
    this.#streamingClient.destroy()
  }

  /** Stores name the error of a missing source differently. */
  async #copying<T>(from: string, send: () => Promise<T>): Promise<T> {
    try {
      return await storeCall(send)
    } catch (error) {
      if ((await this.size(from)) !== null) throw error
      throw Object.assign(new Error('no such file', { cause: error }), { code: 'ENOENT' })
    }
  }

  #sourceOf(key: string): string {
    return encodeURI(`${this.#bucket}/${this.#prefix}${key}`)
  }

  #below(below: string): ListingPlace {
    return { bucket: this.#bucket, prefix: this.#prefix, below }
  }

  #at(key: string) {
    return { Bucket: this.#bucket, Key: this.#prefix + key }
  }
}
