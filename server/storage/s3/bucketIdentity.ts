import { buffer } from 'node:stream/consumers'
import type { Bucket } from './bucket.ts'
import { unlessMissing } from './bucketError.ts'
import { identityKey } from './objectKeys.ts'

/** Reads the identity of a storage in a bucket. @returns null when there is none */
export async function readBucketIdentity(bucket: Bucket): Promise<string | null> {
  const bytes = await unlessMissing(buffer(bucket.read(identityKey)))
  return bytes?.toString().trim() || null
}

/** Writes it durably, in place of another one. */
export async function writeBucketIdentity(bucket: Bucket, id: string): Promise<void> {
  const bytes = Buffer.from(`${id}\n`)
  await bucket.put(identityKey, { length: bytes.length, read: () => Promise.resolve(bytes) })
}
