import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDiskStorage } from '#server/storage/disk/diskStorage.ts'
import type { S3Settings } from '#server/storage/s3/s3Settings.ts'
import { openS3Storage } from '#server/storage/s3/s3Storage.ts'
import type { Storage } from '#server/storage/storage.ts'
import { newBucket, swiftIsThere } from '#tests/support/s3/swift.ts'
import { storeAddress } from '#tests/support/s3/testStore.ts'

/** A driver of the storage, and a place that nothing else uses. */
export interface StorageDriver {
  /** Called before `open`. */
  start(): Promise<void>
  /** Opens the storage; another time, as another process does. */
  open(): Promise<Storage>
  stop(): Promise<void>
}

function diskDriver(): StorageDriver {
  let folder = ''
  return {
    async start() {
      folder = await mkdtemp(join(tmpdir(), 'eclats-storage-'))
    },
    open: () => openDiskStorage(folder),
    stop: () => rm(folder, { recursive: true, force: true }),
  }
}

function s3Driver(): StorageDriver {
  let settings: S3Settings
  return {
    async start() {
      settings = await newBucket(storeAddress())
    },
    open: () => openS3Storage(settings),
    stop: () => Promise.resolve(),
  }
}

/** Every driver by its name; S3 where the machine has a store. */
export function storageDrivers() {
  return [['disk', diskDriver] as const, ...(swiftIsThere() ? [['S3', s3Driver] as const] : [])]
}
