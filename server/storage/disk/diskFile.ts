import { constants, existsSync } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { PartialFile, SyncedBytes } from '../partialFile.ts'
import { assertSynced, syncFolder } from './syncFolder.ts'

/**
 * Starts a sync after this many new bytes, one at a time, while more bytes are written: a slow disk does not block the
 * request.
 */
const syncBytes = 2 * 1024 * 1024

/**
 * Opens a file that is being received. Creates it empty when it does not exist; its directory entry becomes durable
 * while bytes are written, at the latest with the first sync.
 * @param bytes acknowledged length; what the file has beyond it is dropped
 */
export async function openDiskFile(path: string, bytes: number): Promise<PartialFile> {
  // Also without acknowledged bytes: the process may have ended before the name of its file was durable.
  const isNew = bytes === 0 || !existsSync(path)
  // Not "r+": another process may delete the file between the check and the open.
  const file = await open(path, constants.O_RDWR | constants.O_CREAT)
  try {
    const { size } = await file.stat()
    if (size !== bytes) await file.truncate(bytes)
    return new DiskFile(file, { bytes, naming: isNew ? syncName(path) : null })
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Makes the directory entry durable, or deletes the file, so that a retry does not find it. */
async function syncName(path: string): Promise<void> {
  try {
    await syncFolder(dirname(path))
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

class DiskFile implements PartialFile {
  readonly #file: FileHandle
  #bytes: number
  #unsynced = 0
  #syncing: Promise<void> | null = null
  /** The first sync error. No further sync starts after it: it could succeed although bytes are lost. */
  #failure: unknown

  constructor(file: FileHandle, { bytes, naming }: { bytes: number; naming: Promise<void> | null }) {
    this.#file = file
    this.#bytes = bytes
    if (naming) this.#syncing = this.#watch(naming)
  }

  async write(pieces: readonly Uint8Array[], position: number): Promise<void> {
    const total = pieces.reduce((sum, piece) => sum + piece.length, 0)
    const { bytesWritten } = await this.#file.writev(pieces as Uint8Array[], position)
    if (bytesWritten !== total) throw Object.assign(new Error('short write'), { code: 'ENOSPC' })
    this.#bytes = position + total
    this.#unsynced += total
    if (this.#unsynced >= syncBytes) this.#syncAhead()
  }

  async truncate(size: number): Promise<void> {
    await this.#file.truncate(size)
    this.#bytes = size
  }

  async sync(): Promise<SyncedBytes> {
    await this.#syncing
    if (this.#failure !== undefined) throw this.#failure
    await assertSynced(this.#file.datasync())
    return { bytes: this.#bytes, reception: null }
  }

  async close(): Promise<void> {
    await this.#syncing
    await this.#file.close()
  }

  #syncAhead(): void {
    if (this.#syncing || this.#failure !== undefined) return
    this.#unsynced = 0
    this.#syncing = this.#watch(assertSynced(this.#file.datasync()))
  }

  #watch(syncing: Promise<void>): Promise<void> {
    return syncing.then(
      () => void (this.#syncing = null),
      (error: unknown) => void (this.#failure = error),
    )
  }
}
