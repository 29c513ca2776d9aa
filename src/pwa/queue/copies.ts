import { v7 as uuid } from 'uuid'
import type { OwnerId } from '#upload-queue/engine/owner.ts'
import { StorageBroken } from '#upload-queue/engine/queueErrors.ts'
import type { StagedFile } from '#upload-queue/engine/queueItem.ts'
import { copyLockName, type Queue } from '#upload-queue/openQueue.ts'
import { type CopyDeps, copyFile, type RegisteredFile } from './copyFile.ts'
import type { EnqueuedFiles, EnqueueResult, PickedFile } from './pickedFile.ts'

type Deps = CopyDeps & {
  readonly queue: Pick<Queue, 'locks' | 'staging' | 'discards' | 'clock'>
  /** Runs after each file, kept or not: the queue may send it. */
  readonly onCopied: () => void
}

interface Destination {
  readonly ownerId: OwnerId
  readonly evenementId: number
}

/**
 * Files copied at a time: one is read and hashed while the other one is written. Each takes up to 8 MiB of memory
 * (stageFile.ts), and what the browser holds of it until it collects it.
 */
const copiesAtOnce = 2

/** Copies picked files into the queue, several at a time, while this page lives. */
export class Copies {
  readonly #deps: Deps
  readonly #copier: string = crypto.randomUUID()
  #batches = 0
  /** Resolves when the batch added last is copied. */
  #last: Promise<void> = Promise.resolve()
  #lock: { readonly granted: Promise<void>; readonly release: () => void } | undefined

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Whether closing this page would lose files that are not copied yet. */
  get isRunning(): boolean {
    return this.#batches > 0
  }

  /** Resolves when no copy is running. */
  async whenIdle(): Promise<void> {
    while (this.isRunning) await this.#last
  }

  /** @returns when the rows are written; the bytes are copied later, after those of files picked before */
  async add(to: Destination, picks: readonly PickedFile[]): Promise<EnqueuedFiles> {
    this.#batches += 1
    const registering = this.#register(to, picks)
    const copied = this.#copy(registering, this.#last)
    const end = () => this.#end()
    this.#last = copied.then(end, end)
    await registering
    return { copied }
  }

  /** Writes a row for each picked file in one transaction, before any bytes are read. */
  async #register(to: Destination, picks: readonly PickedFile[]): Promise<RegisteredFile[]> {
    const pickNumber = this.#deps.volatile.nextNumber()
    // Take the lock before writing the rows: a drainer gives up rows whose lock is not held.
    await this.#holdLock()
    const { queue, volatile, previews } = this.#deps
    const addedAt = queue.clock.now()
    const files = picks.map(({ file: { name, type }, size }): StagedFile => {
      return { ...to, id: uuid(), name, type, takenAt: null, size, addedAt }
    })
    const beginning = queue.discards.finish().then(() => queue.staging.begin(files, this.#copier))
    const begun = await beginning.catch((error: unknown) => {
      if (error instanceof StorageBroken) return error
      throw error
    })
    const rowError = begun instanceof StorageBroken ? begun : null
    // Without storage, the rows live in this page's memory.
    const rows = begun instanceof StorageBroken ? files : begun
    if (rowError) volatile.register(files)
    return picks.map((picked, index) => {
      const row = rows[index]
      if (!row)
        throw new RangeError(
          `No row for file ${index}: the transaction must write one row for each of ${picks.length} files`,
        )
      previews.add(row.id, picked.file)
      return { picked, row, rowError, pickNumber }
    })
  }

  async #copy(registering: Promise<RegisteredFile[]>, before: Promise<void>): Promise<EnqueueResult[]> {
    const [registered] = await Promise.all([registering, before])
    const results: EnqueueResult[] = []
    const left = registered.entries()
    const copyEach = async () => {
      for (const [index, one] of left) {
        // Reads the date and copies the bytes into IndexedDB (upload-queue/staging/stageFile.ts). An error is stored in
        // the row.
        results[index] = await copyFile(this.#deps, one)
        this.#deps.onCopied()
      }
    }
    // Making a lighter picture needs the memory of a decoded photo.
    const copiers = registered.some(({ picked }) => picked.allegee) ? 1 : copiesAtOnce
    await Promise.all(Array.from({ length: copiers }, copyEach))
    return results
  }

  #end(): void {
    this.#batches -= 1
    if (this.#batches === 0) void this.#deps.previews.makeAll(() => this.isRunning)
    // Files sent from memory also have rows: they need the lock until this page ends.
    if (this.#batches > 0 || this.#deps.volatile.hasPending()) return
    this.#lock?.release()
    this.#lock = undefined
  }

  async #holdLock(): Promise<void> {
    const { locks } = this.#deps.queue
    if (!locks) return
    if (!this.#lock) {
      const granted = Promise.withResolvers<void>()
      const released = Promise.withResolvers<void>()
      this.#lock = { granted: granted.promise, release: released.resolve }
      const holdUntilReleased = () => {
        granted.resolve()
        return released.promise
      }
      // A browser that forbids storage to this site refuses locks too. The files are then sent from memory.
      locks.request(copyLockName(this.#copier), holdUntilReleased).catch(() => granted.resolve())
    }
    await this.#lock.granted
  }
}
