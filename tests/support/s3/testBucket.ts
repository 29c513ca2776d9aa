import { randomUUID } from 'node:crypto'
import type { S3Settings } from '#server/storage/s3/s3Settings.ts'

/** The bucket of this run; files are on disk without one. The only place that reads it. */
const variable = 'TEST_BUCKET'

/** Sets where the tests of this process store their files. */
export function useBucket(settings: S3Settings): void {
  process.env[variable] = JSON.stringify(settings)
}

/** Whether this run stores files in a bucket. */
export function isOnS3(): boolean {
  return process.env[variable] !== undefined
}

/** A separate part of the bucket for one test; null when files are on disk. */
export function freshBucket(): S3Settings | null {
  const text = process.env[variable]
  return text === undefined ? null : { ...(JSON.parse(text) as S3Settings), prefix: `${randomUUID()}/` }
}
