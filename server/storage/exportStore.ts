import type { Readable } from 'node:stream'
import type { FileName } from './fileName.ts'

/** An archive to store. */
export interface Archive {
  /** In bytes. */
  readonly size: number
  /** Reads it once, from its beginning. A piece may be valid only until the next one is requested. */
  read(): AsyncIterable<Uint8Array>
}

/** An export, or what is left of an unfinished write. */
export interface StoredExport {
  readonly name: FileName
  /** Of an unfinished write: when it began. A store may say the same of a finished one. */
  readonly changedAt: Date
}

/**
 * Store of last exports, apart from the media files. All drivers pass the same tests (tests/contract/exportStore).
 * Every method rejects with the system's error or with StorageAway.
 */
export interface ExportStore {
  /**
   * Stores an archive, which is durable when it resolves. The archive is never whole in memory. Stores nothing when it
   * rejects; what cannot be removed then is listed.
   * @param name random: nothing else writes it
   * @throws UnsafeStorage when the archive does not have the announced size
   */
  write(name: FileName, archive: Archive): Promise<void>
  /** Streams an export; the stream fails when there is none. */
  read(name: FileName): Readable
  /** Size in bytes, or null when there is no such export. */
  size(name: FileName): Promise<number | null>
  /** Idempotent. Removes what is left of an unfinished write too. */
  remove(name: FileName): Promise<void>
  /** All exports, and what is left of unfinished writes. Files with other names are not listed. */
  list(): Promise<StoredExport[]>
}
