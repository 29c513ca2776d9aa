import type { Readable } from 'node:stream'
import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { asStorageError, isMissing } from './bucketError.ts'

/** Bytes from `start` to `end`, both inclusive; absent: from the first, to the last. */
export interface ReadRange {
  readonly start?: number
  readonly end?: number
}

interface ObjectPlace {
  readonly Bucket: string
  readonly Key: string
}

/** A read that is cut is continued; it fails when the store gives nothing for this many tries. */
const maxEmptyReads = 3

/** Reads an object or a range of it. Continues where the connection was cut. Rejects as {@link asStorageError} says. */
export async function* readObject(
  client: S3Client,
  place: ObjectPlace,
  { start = 0, end }: ReadRange,
): AsyncGenerator<Buffer> {
  let at = start
  for (let emptyReads = 0; ; emptyReads += 1) {
    try {
      for await (const piece of await open(client, place, { start: at, ...(end !== undefined && { end }) })) {
        at += piece.length
        emptyReads = 0
        yield piece
      }
      return
    } catch (error) {
      const isAtEnd = end !== undefined && at > end
      if (isAtEnd) return
      if (isMissing(error) || emptyReads >= maxEmptyReads) throw asStorageError(error)
    }
  }
}

async function open(client: S3Client, place: ObjectPlace, { start = 0, end }: ReadRange) {
  const isPart = start > 0 || end !== undefined
  const Range = `bytes=${start}-${end ?? ''}`
  const answer = await client.send(new GetObjectCommand({ ...place, ...(isPart && { Range }) }))
  return answer.Body as Readable as AsyncIterable<Buffer>
}
