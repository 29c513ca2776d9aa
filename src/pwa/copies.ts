import { copyLockName, type Queue } from '#upload-queue/openQueue.ts'
import { type Destination, type EnqueueDeps, type NotedFile, registerFiles, enqueueFile } from './enqueueFile.ts'
import type { Enqueued, EnqueueResult, PickedFile } from './pickedFile.ts'

type Parts = EnqueueDeps & {
  readonly queue: Pick<Queue, 'locks'>
  /** Called after each file. */
  readonly onCopied: () => void
}

/** Copies picked files into the queue, one after the other, for as long as this page lives. */
export class Copies {
  readonly #parts: Parts
  readonly #copier: string = crypto.randomUUID()
  #lots = 0
  /** Resolves once the lot that was added last is copied. */
  #last: Promise<void> = Promise.resolve()
  #lock: { readonly granted: Promise<void>; readonly release: () => void } | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Whether closing this page would leave files that are not copied. */
  get isRunning(): boolean {
    return this.#lots > 0
  }

  /** Resolves once nothing is being copied any more. */
  async whenIdle(): Promise<void> {
    while (this.isRunning) await this.#last
  }

  /** @returns once the rows are written; the bytes follow, after those of files picked before */
  async add(to: Destination, picks: readonly PickedFile[]): Promise<Enqueued> {
    this.#lots += 1
    const noting = this.#note(to, picks)
    const copied = this.#copy(noting, this.#last)
    const end = () => this.#end()
    this.#last = copied.then(end, end)
    await noting
    return { copied }
  }

  async #note(to: Destination, picks: readonly PickedFile[]): Promise<NotedFile[]> {
    // Before the rows: a drainer gives up rows whose lock is not held.
    await this.#holdLock()
    return registerFiles(this.#parts, { to, copier: this.#copier }, picks)
  }

  async #copy(noting: Promise<NotedFile[]>, before: Promise<void>): Promise<EnqueueResult[]> {
    const [noted] = await Promise.all([noting, before])
    const results: EnqueueResult[] = []
    for (const one of noted) {
      results.push(await enqueueFile(this.#parts, one))
      this.#parts.onCopied()
    }
    return results
  }

  #end(): void {
    this.#lots -= 1
    // The rows of files that are sent from memory wait for the end of this page too.
    if (this.#lots > 0 || this.#parts.volatile.hasPending()) return
    this.#lock?.release()
    this.#lock = undefined
  }

  async #holdLock(): Promise<void> {
    const { locks } = this.#parts.queue
    if (!locks) return
    if (!this.#lock) {
      const granted = Promise.withResolvers<void>()
      const released = Promise.withResolvers<void>()
      this.#lock = { granted: granted.promise, release: released.resolve }
      void locks.request(copyLockName(this.#copier), () => {
        granted.resolve()
        return released.promise
      })
    }
    await this.#lock.granted
  }
}
