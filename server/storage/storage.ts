import type { Readable } from 'node:stream'

/** A stored file's random name; it says nothing of what the file is or whose it is. */
export type FileName = string

/**
 * The disk did not promise what was written. Raised by a driver; the file must be discarded, never synced again: after
 * a failure the system may have dropped the bytes and call the next sync a success.
 */
export class UnsafeDisk extends Error {}

/** A file still being received. Positions and sizes are bytes. */
export interface PartialFile {
  /** Writes the pieces at a position; several small ones cost one system call. */
  write(pieces: readonly Uint8Array[], position: number): Promise<void>
  /** Drops what lies behind a position: bytes that were written but never acknowledged. */
  truncate(size: number): Promise<void>
  /** Resolves when every byte written so far survives a power cut; rejects with {@link UnsafeDisk}. */
  sync(): Promise<void>
  close(): Promise<void>
}

export interface StoredFile {
  readonly name: FileName
  readonly changedAt: Date
  /** Whether it was kept; false for one that is being received. */
  readonly isPermanent: boolean
}

/**
 * Where the bytes of media live. Drivers pass one suite of facts (tests/contract/storage).
 * Every call rejects with the system's error; `ENOENT` means there is no such file.
 */
export interface Storage {
  /** Opens, or creates empty, a file being received; `EEXIST` when it is permanent already: that is never written. */
  openPartial(name: FileName): Promise<PartialFile>
  /**
   * Makes a received file permanent and durable; calling it again after a crash in between is harmless. Rejects with
   * {@link UnsafeDisk} when it is permanent and perhaps not durable.
   */
  keep(name: FileName): Promise<void>
  /** A stream over a permanent (else partial) file; `end` is inclusive. */
  read(name: FileName, range?: { start: number; end: number }): Readable
  /** The same bytes in pieces; each is good until the next is asked for, and may be changed. */
  pieces(name: FileName, range: { start: number; end: number }): AsyncIterable<Buffer>
  /** Bytes from a position, fewer at the end of the file. */
  readAt(name: FileName, position: number, length: number): Promise<Buffer>
  /** Size in bytes, or null when there is no such file. */
  size(name: FileName): Promise<number | null>
  /** Removes a file in both its forms, and its variants; harmless when it is gone. */
  remove(name: FileName): Promise<void>
  /** A folder of the local disk where the variants of a file are made and read. */
  variantPath(name: FileName, variant: string): string
  /** The path of a file on the local disk, for the image process. */
  localPath(name: FileName): Promise<string>
  /** All stored files, for the sweeper. What this storage did not name is not listed. */
  list(): AsyncIterable<StoredFile>
  /** Names of the files of which variants are stored. */
  listVariants(): AsyncIterable<FileName>
  /** Removes what was made from a file, never the file; harmless when there is nothing. */
  removeVariants(name: FileName): Promise<void>
  /** Moves one form of a file out of reach, where an operator finds it; harmless when it is gone. */
  setAside(file: Pick<StoredFile, 'name' | 'isPermanent'>): Promise<void>
  /** Rejects when the storage cannot be written to. */
  check(): Promise<void>
}
