import type { ImageService } from '../images/imageService.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import type { Storage } from '../storage/storage.ts'
import type { UploadMutex } from './uploadMutex.ts'
import type { UploadHashes } from './uploadHash.ts'

export interface UploadDeps extends DatabaseDeps {
  readonly storage: Storage
  readonly images: ImageService
  readonly hashes: UploadHashes
  readonly mutex: UploadMutex
  /** Suffix for the names of the files that this process receives; empty when no other process shares the folder. */
  readonly nodeId: string
  /** Called after a media's row is durable. Starts its variants. */
  onCommitted(mediaId: number): void
}
