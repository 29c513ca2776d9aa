import type { Readable } from 'node:stream'

/** The random name of a stored file; it contains no information about the file or its owner. */
export type FileName = string

/**
 * A sync failed. The file must be discarded and never synced again: after a failure the system may have dropped the
 * bytes, and the next sync may still succeed.
 */
export class UnsafeDisk extends Error {}

/** A file that is being received. Positions and sizes are bytes. */
export interface PartialFile {
  /** Writes pieces at a position, in one system call. */
  write(pieces: readonly Uint8Array[], position: number): Promise<void>
  /** Drops bytes from a position on: they were written but not acknowledged. */
  truncate(size: number): Promise<void>
  /** Resolves when every byte written so far survives a power cut; rejects with {@link UnsafeDisk}. */
  sync(): Promise<void>
  close(): Promise<void>
}

export interface StoredFile {
  readonly name: FileName
  readonly changedAt: Date
  /** False for a file that is being received. */
  readonly isPermanent: boolean
}

/**
 * Storage of media files. All drivers pass the same tests (tests/contract/storage).
 * Every method rejects with the system's error; `ENOENT`: there is no such file.
 */
export interface Storage {
  /**
   * Opens a file that is being received, or creates it empty. `EEXIST`: the file is permanent and must not be written.
   */
  openPartial(name: FileName): Promise<PartialFile>
  /**
   * Makes a received file permanent and durable. Idempotent, also after a crash. Rejects with {@link UnsafeDisk} when
   * the file is permanent but may not be durable.
   */
  keep(name: FileName): Promise<void>
  /** Streams a permanent file, or else a partial one; `end` is inclusive. */
  read(name: FileName, range?: { start: number; end: number }): Readable
  /** The same bytes in pieces. The caller may modify a piece; it is valid until the next one is requested. */
  pieces(name: FileName, range: { start: number; end: number }): AsyncIterable<Buffer>
  /** Reads bytes at a position; fewer at the end of the file. */
  readAt(name: FileName, position: number, length: number): Promise<Buffer>
  /** Size in bytes, or null when there is no such file. */
  size(name: FileName): Promise<number | null>
  /** Removes a file, partial and permanent, and its variants. Idempotent. */
  remove(name: FileName): Promise<void>
  /** Path of a variant on the local disk. */
  variantPath(name: FileName, variant: string): string
  /** Path of a file on the local disk, for the image process. */
  localPath(name: FileName): Promise<string>
  /** All stored files, for the sweeper. Files with other names are not listed. */
  list(): AsyncIterable<StoredFile>
  /** Names of the files that have variants. */
  listVariants(): AsyncIterable<FileName>
  /** Removes the variants of a file. Idempotent. */
  removeVariants(name: FileName): Promise<void>
  /** Moves a file into quarantine for the operator. Idempotent. */
  setAside(file: Pick<StoredFile, 'name' | 'isPermanent'>): Promise<void>
  /** Rejects when the storage is not writable. */
  check(): Promise<void>
}
