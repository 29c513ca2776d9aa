import type { S3Settings } from './s3/s3Settings.ts'
import { openDiskStorage } from './disk/diskStorage.ts'
import type { Storage } from './storage.ts'

export interface StoragePlace {
  readonly dataDir: string
  /** Bucket for the files; the disk of `dataDir` when null or absent. */
  readonly s3?: S3Settings | null
}

/** @throws ConfigError when the bucket cannot be written */
export async function openStorage({ dataDir, s3 = null }: StoragePlace): Promise<Storage> {
  if (s3 === null) return openDiskStorage(dataDir)
  // Load the library of the store only when it is used.
  const { openS3Storage } = await import('./s3/s3Storage.ts')
  return openS3Storage(s3)
}
