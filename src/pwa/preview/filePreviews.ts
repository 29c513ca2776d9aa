import { makePreview } from '#upload-queue/staging/makePreview.ts'
import type { SmallBitmap } from '#upload-queue/picture/workerBitmap.ts'
import type { StoredPreview } from '#upload-queue/store/queueDatabase.ts'

/** Previews of picked files. Each file is decoded once: for the sheet, then for the queue. */
export class FilePreviews {
  readonly #smallBitmap: SmallBitmap
  readonly #made = new WeakMap<Blob, Promise<StoredPreview | null>>()

  constructor(draw: SmallBitmap) {
    this.#smallBitmap = draw
  }

  /** Null when this browser cannot decode the file. Never rejects. */
  make(file: Blob): Promise<StoredPreview | null> {
    const made = this.#made.get(file) ?? makePreview(file, this.#smallBitmap)
    this.#made.set(file, made)
    return made
  }

  /** The preview of a file that was shown already; undefined otherwise. */
  known(file: Blob): Promise<StoredPreview | null> | undefined {
    return this.#made.get(file)
  }
}
