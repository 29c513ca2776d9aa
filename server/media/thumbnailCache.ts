/** Thumbnails in memory, evicted in the order of their last use. An album of 1 500 photos fits. */
export class ThumbnailCache {
  readonly #maxBytes: number
  readonly #thumbnails = new Map<string, Buffer>()
  #bytes = 0

  constructor(maxBytes = 32 * 1024 * 1024) {
    this.#maxBytes = maxBytes
  }

  get(path: string): Buffer | undefined {
    const thumbnail = this.#thumbnails.get(path)
    if (!thumbnail) return undefined
    this.#thumbnails.delete(path)
    this.#thumbnails.set(path, thumbnail)
    return thumbnail
  }

  set(path: string, thumbnail: Buffer): void {
    if (this.#thumbnails.has(path)) return
    this.#thumbnails.set(path, thumbnail)
    this.#bytes += thumbnail.length
    for (const [oldest, { length }] of this.#thumbnails) {
      if (this.#bytes <= this.#maxBytes) return
      this.#thumbnails.delete(oldest)
      this.#bytes -= length
    }
  }
}
