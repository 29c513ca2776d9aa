/**
 * One request at a time per upload in this process: a newer one ends the body of the older one (the phone gave up on
 * that connection) and waits until it has written down what arrived. The database's fence is what decides; this only
 * spares two writers the same file.
 */
export class UploadMutex {
  readonly #running = new Map<string, { interrupt: AbortController; ended: Promise<unknown> }>()

  /** Runs `work` when the upload is free. Its signal aborts when a newer request wants the upload. */
  async run<T>(uploadId: string, work: (interrupted: AbortSignal) => Promise<T>): Promise<T> {
    const interrupt = new AbortController()
    const before = this.#running.get(uploadId)
    before?.interrupt.abort()
    const mine = (before?.ended ?? Promise.resolve()).then(() => work(interrupt.signal))
    const entry = { interrupt, ended: mine.catch(() => undefined) }
    this.#running.set(uploadId, entry)
    try {
      return await mine
    } finally {
      if (this.#running.get(uploadId) === entry) this.#running.delete(uploadId)
    }
  }
}
