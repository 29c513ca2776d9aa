import type { SmallBitmap } from '#upload-queue/picture/smallBitmap.ts'
import { makePreview } from '#upload-queue/staging/makePreview.ts'
import type { StagingStore } from '#upload-queue/store/stagingStore.ts'
import type { StoredPreview } from '#upload-queue/store/queueDatabase.ts'

/** Previews of the queue's items: being made, in memory when storage fails, or stored. */
export class Previews {
  readonly #staging: StagingStore
  readonly #smallBitmap: SmallBitmap
  readonly #made = new Map<string, Promise<StoredPreview | null>>()

  constructor(staging: StagingStore, smallBitmap: SmallBitmap) {
    this.#staging = staging
    this.#smallBitmap = smallBitmap
  }

  /** Starts making a preview; the copy of the photo continues meanwhile. */
  make(id: string, photo: Blob): void {
    this.#made.set(id, makePreview(photo, this.#smallBitmap))
  }

  /** Stores the preview once its item is stored. */
  async keep(id: string): Promise<void> {
    const preview = await this.#made.get(id)
    // When storage is full, the list shows an icon; the photo itself is stored.
    if (preview) await this.#staging.writePreview(id, preview).catch(() => {})
    this.#made.delete(id)
  }

  drop(id: string): void {
    this.#made.delete(id)
  }

  async read(id: string): Promise<Blob | null> {
    const preview = (await this.#made.get(id)) ?? (await this.#staging.readPreview(id))
    return preview ? new Blob([preview.bytes], { type: preview.type }) : null
  }
}
