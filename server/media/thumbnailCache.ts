/** Thumbnails in memory, evicted in the order of their last use. An album of 1 500 photos fits. */
export class ThumbnailCache {
  readonly #maxBytes: number
  readonly #thumbnails = new Map<string, Buffer>()
  #bytes = 0

  constructor(maxBytes = 32 * 1024 * 1024) {
    this.#maxBytes = maxBytes
  }

  get(key: string): Buffer | undefined {
    const thumbnail = this.#thumbnails.get(key)
    if (!thumbnail) return undefined
    this.#thumbnails.delete(key)
    this.#thumbnails.set(key, thumbnail)
    return thumbnail
  }

  set(key: string, thumbnail: Buffer): void {
    if (this.#thumbnails.has(key)) return
    this.#thumbnails.set(key, thumbnail)
    this.#bytes += thumbnail.length
    for (const [oldest, { length }] of this.#thumbnails) {
      if (this.#bytes <= this.#maxBytes) return
      this.#thumbnails.delete(oldest)
      this.#bytes -= length
    }
  }
}
