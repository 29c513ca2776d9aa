import type { Readable } from 'node:stream'
import { hourMs } from '#domain/contract/durations.ts'
import type { ExportStore } from './exportStore.ts'
import type { FileName } from './fileName.ts'
import type { PartialFile, ReceivedFile } from './partialFile.ts'

export interface StoredFile {
  readonly name: FileName
  readonly changedAt: Date
  /** False for a file that is being received. */
  readonly isPermanent: boolean
}

/** The methods of a storage for files that are being received. */
export interface Receptions {
  /**
   * Opens a file that is being received, or creates it empty. Drops bytes that were written but not acknowledged.
   * @throws PermanentFile
   */
  openPartial(file: ReceivedFile): Promise<PartialFile>
  /**
   * Copies the received bytes to a name that only this process writes; the old file stays as it is.
   * @returns the file to continue with; the same one when another writer cannot damage it
   */
  copyReceived(file: ReceivedFile, name: FileName): Promise<ReceivedFile>
  /** How many bytes of a file that is being received are stored; 0 when there is none. */
  receivedBytes(file: ReceivedFile): Promise<number>
  /** The acknowledged bytes of a file that is being received, in pieces. */
  readReceived(file: ReceivedFile): AsyncIterable<Buffer>
  /**
   * Makes a file readable whose bytes are all received. Idempotent, also after a crash. Rejects with
   * {@link UnsafeStorage} when the bytes are not those that were acknowledged.
   */
  complete(file: ReceivedFile): Promise<void>
  /**
   * Makes a complete file permanent and durable. Idempotent, also after a crash. Rejects with {@link UnsafeStorage}
   * when the file is permanent but may not be durable.
   */
  keep(name: FileName): Promise<void>
  /** Removes what is left of the reception of a file, but not the permanent file. Idempotent. */
  removeReceived(name: FileName): Promise<void>
}

/** The methods of a storage for variants. */
export interface Variants {
  /**
   * Stores variants of a file: `write` creates one file at each path, in the order of the variants. A variant is
   * replaced whole; nothing is stored when `write` rejects.
   */
  storeVariants<T>(
    name: FileName,
    variants: readonly string[],
    write: (paths: readonly string[]) => Promise<T>,
  ): Promise<T>
  /** The bytes of a variant; null when there is none. */
  readVariant(name: FileName, variant: string): Promise<Buffer | null>
  /** Streams a variant that exists; `end` is inclusive. */
  streamVariant(name: FileName, variant: string, range?: { start: number; end: number }): Readable
  /** Size of a variant in bytes, or null when there is none. */
  variantSize(name: FileName, variant: string): Promise<number | null>
  /** Runs work on a variant at a path of the local disk; null when there is no such variant. */
  withLocalVariant<T>(name: FileName, variant: string, work: (path: string) => Promise<T>): Promise<T | null>
  /** Path of a variant in the data folder, for a proxy that serves it; null when variants are not files there. */
  variantPath(name: FileName, variant: string): string | null
  /** Names of the files that have variants. */
  listVariants(): AsyncIterable<FileName>
  /** Removes the variants of a file. Idempotent. */
  removeVariants(name: FileName): Promise<void>
  /**
   * Removes what writes of variants have left that ended without a result, at least {@link unfinishedMs} ago.
   * @returns how many there were
   */
  removeUnfinishedVariants(): Promise<number>
}

/**
 * Storage of media files. All drivers pass the same tests (tests/contract/storage).
 * Every method rejects with the system's error, `ENOENT`: there is no such file, or with {@link StorageAway}.
 */
export interface Storage extends Receptions, Variants {
  /** Runs work on a complete file at a path of the local disk, which is valid during the work. */
  withLocalFile<T>(name: FileName, work: (path: string) => Promise<T>): Promise<T>
  /** Streams a complete file; `end` is inclusive. */
  read(name: FileName, range?: { start: number; end: number }): Readable
  /** The same bytes in pieces. The caller may modify a piece; it is valid until the next one is requested. */
  pieces(name: FileName, range: { start: number; end: number }): AsyncIterable<Buffer>
  /** Size of a complete file in bytes, or null when there is no such file. */
  size(name: FileName): Promise<number | null>
  /** Removes a file, partial and permanent, and its variants. Idempotent. */
  remove(name: FileName): Promise<void>
  /** Stored files, for the sweeper: all, or those that are being received. Files with other names are not listed. */
  list(which?: 'all' | 'unfinished'): AsyncIterable<StoredFile>
  /** Moves a file into quarantine for the operator. Idempotent. */
  setAside(file: Pick<StoredFile, 'name' | 'isPermanent'>): Promise<void>
  /** The identity of this storage, which its database has too; null when there is none. */
  readIdentity(): Promise<string | null>
  /** Stores the identity durably, in place of another one. */
  writeIdentity(id: string): Promise<void>
  /** Where the identity is stored, for the operator. */
  readonly identityPlace: string
  /** Opens the store of last exports, in the same place. It is closed with this storage. */
  openExports(): Promise<ExportStore>
  /** Rejects when the storage does not answer, or a folder of this machine that it needs cannot be written or moved to. */
  check(): Promise<void>
  /** Releases connections and local copies. */
  close(): Promise<void>
}

/** Longer than the work on one variant. */
export const unfinishedMs = hourMs

/** The storage does not answer or refuses for now; a later try may succeed. */
export class StorageAway extends Error {}
