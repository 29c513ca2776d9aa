/**
 * Runs one request at a time per upload in this process. A newer request aborts the body of the older one, whose
 * connection the client has abandoned, and waits until the received bytes are written. The fencing number in the
 * database guarantees correctness; the mutex avoids two writers of one file.
 */
export class UploadMutex {
  readonly #running = new Map<string, { interrupt: AbortController; ended: Promise<unknown> }>()

  /** Resolves when no request of an upload runs: what a cut connection has brought is then stored. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all([...this.#running.values()].map(({ ended }) => ended))
  }

  /** Runs `work` when the upload is free. Its signal aborts when a newer request waits for the upload. */
  async run<T>(uploadId: string, work: (interrupted: AbortSignal) => Promise<T>): Promise<T> {
    const interrupt = new AbortController()
    const before = this.#running.get(uploadId)
    before?.interrupt.abort()
    const result = (before?.ended ?? Promise.resolve()).then(() => work(interrupt.signal))
    const entry = { interrupt, ended: result.catch(() => undefined) }
    this.#running.set(uploadId, entry)
    try {
      return await result
    } finally {
      if (this.#running.get(uploadId) === entry) this.#running.delete(uploadId)
    }
  }
}
