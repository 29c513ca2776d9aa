import type { ImageService } from '../images/imageService.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import type { Storage } from '../storage/storage.ts'
import type { UploadMutex } from './uploadMutex.ts'
import type { UploadHashes } from './uploadHash.ts'

/** What receiving and committing a file needs. */
export interface UploadDeps extends DatabaseDeps {
  readonly storage: Storage
  readonly images: ImageService
  readonly hashes: UploadHashes
  readonly mutex: UploadMutex
  /** Ends the names of the files that this process receives; empty where no other process shares them. */
  readonly nodeId: string
  /** Told after a media's row is durable; makes its variants. */
  onCommitted(mediaId: number): void
}
