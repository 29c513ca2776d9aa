import { ListMultipartUploadsCommand, ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3'
import { storeCall } from './bucketError.ts'

export interface StoredObject {
  /** Without the prefix of the bucket. */
  readonly key: string
  readonly changedAt: Date
}

export interface OpenMultipart extends StoredObject {
  readonly uploadId: string
}

/** What to list of a bucket. */
export interface ListingPlace {
  readonly bucket: string
  /** Begins every key of this service. */
  readonly prefix: string
  /** What follows it. */
  readonly below: string
}

/** Lists objects, page by page. */
export async function* listObjects(
  client: S3Client,
  { bucket, prefix, below }: ListingPlace,
): AsyncGenerator<StoredObject> {
  const asked = { Bucket: bucket, Prefix: prefix + below }
  for (let token: string | undefined, isTruncated = true; isTruncated;) {
    const ContinuationToken = token
    const page = await storeCall(() =>
      client.send(new ListObjectsV2Command({ ...asked, ...(ContinuationToken && { ContinuationToken }) })),
    )
    for (const { Key = '', LastModified } of page.Contents ?? []) {
      yield { key: Key.slice(prefix.length), changedAt: LastModified ?? new Date() }
    }
    token = page.NextContinuationToken
    isTruncated = page.IsTruncated === true && token !== undefined
  }
}

/** Lists the multipart uploads that were neither completed nor aborted, page by page. */
export async function* listMultiparts(
  client: S3Client,
  { bucket, prefix, below }: ListingPlace,
): AsyncGenerator<OpenMultipart> {
  const asked = { Bucket: bucket, Prefix: prefix + below }
  let marker: { KeyMarker?: string; UploadIdMarker?: string } | null = {}
  while (marker) {
    const at: object = marker
    const page = await storeCall(() => client.send(new ListMultipartUploadsCommand({ ...asked, ...at })))
    for (const { Key = '', UploadId = '', Initiated } of page.Uploads ?? []) {
      yield { key: Key.slice(prefix.length), uploadId: UploadId, changedAt: Initiated ?? new Date() }
    }
    marker =
      page.IsTruncated === true && page.NextKeyMarker
        ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker ?? '' }
        : null
  }
}
