import type { ImageService } from '../images/imageService.ts'
import type { Parts } from '../parts.ts'
import type { Storage } from '../storage/storage.ts'
import type { UploadTurns } from './uploadTurns.ts'
import type { UploadHashes } from './uploadHash.ts'

/** What receiving and committing a file needs. */
export interface UploadDeps extends Pick<Parts, 'database' | 'clock'> {
  readonly storage: Storage
  readonly images: ImageService
  readonly hashes: UploadHashes
  readonly turns: UploadTurns
  /** Told after a media's row is durable; makes its variants. */
  onCommitted(mediaId: number): void
}
