import type { FileName } from './fileName.ts'

/**
 * A sync failed, or acknowledged bytes are missing. The file must be discarded and never synced again: after a failure
 * the system may have dropped the bytes, and the next sync may still succeed.
 */
export class UnsafeStorage extends Error {}

/** The file is permanent and must not be written. */
export class PermanentFile extends Error {}

/** A file that is being received, as its row describes it. */
export interface ReceivedFile {
  readonly name: FileName
  /** Number of acknowledged bytes. */
  readonly bytes: number
  /** What the driver needs to continue the file, as `sync` returned it; null before the first sync. */
  readonly reception: string | null
}

/** What is durable after a sync. */
export interface SyncedBytes {
  /** Number of durable bytes from the start of the file; fewer than were written when the storage failed in between. */
  readonly bytes: number
  /** To be stored together with the acknowledged offset. */
  readonly reception: string | null
}

/** A file that is being received. Positions and sizes are bytes. */
export interface PartialFile {
  /**
   * Writes pieces at the end of what was written.
   * @param position of the first byte, in the file
   * @throws the system's error, such as `ENOSPC`; StorageAway
   */
  write(pieces: readonly Uint8Array[], position: number): Promise<void>
  /** Drops bytes from a position on: they were written but not acknowledged. */
  truncate(size: number): Promise<void>
  /**
   * Makes the bytes written so far durable: they survive a power cut when it resolves.
   * @param isLast no more bytes will come
   * @throws UnsafeStorage, StorageAway when none of the new bytes is durable
   */
  sync(isLast: boolean): Promise<SyncedBytes>
  /** Releases the file. What was not synced may be lost. */
  close(): Promise<void>
}
