import type { QueueItem } from '#upload-queue/engine/queueItem.ts'
import { isPending } from '#upload-queue/engine/states.ts'
import type { Queue } from '#upload-queue/openQueue.ts'
import type { SmallBitmap } from '#upload-queue/picture/smallBitmap.ts'
import { makePreview, mostToDecode } from '#upload-queue/staging/makePreview.ts'
import type { StoredPreview } from '#upload-queue/store/queueDatabase.ts'

interface Deps {
  readonly queue: Pick<Queue, 'staging' | 'store'>
  readonly smallBitmap: SmallBitmap
}

/** A file that this page copies. */
interface Unstored {
  readonly photo: Blob
  /** Null when this browser cannot decode the file. */
  made?: Promise<StoredPreview | null>
}

/**
 * Previews of the queue's items. Decoding a photo takes longer than copying it, and its copy comes first: a preview is
 * made when its photo is shown, and the others when no file is being copied.
 */
export class Previews {
  readonly #deps: Deps
  readonly #unstored = new Map<string, Unstored>()
  /** Stored photos that this browser cannot decode. */
  readonly #undecodable = new Set<string>()
  #lastStoring: Promise<void> = Promise.resolve()
  #lastRemake: Promise<unknown> = Promise.resolve()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** @param photo the file as it was picked */
  add(id: string, photo: Blob): void {
    this.#unstored.set(id, { photo })
  }

  drop(id: string): void {
    this.#unstored.delete(id)
  }

  /**
   * Makes and stores the previews of the added photos, one after the other.
   * @param mustStop whether files are being copied again
   */
  storeAll(mustStop: () => boolean): Promise<void> {
    this.#lastStoring = this.#lastStoring.then(async () => {
      for (const [id, one] of this.#unstored) {
        if (mustStop()) return
        const preview = await this.#made(one)
        // When the device's storage is full, the preview stays in memory.
        if (preview === null || (await this.#store(id, preview))) this.#unstored.delete(id)
      }
    })
    return this.#lastStoring
  }

  /** The preview of an item; null when there is none. */
  async read(item: QueueItem): Promise<Blob | null> {
    const unstored = this.#unstored.get(item.id)
    const preview =
      (unstored && (await this.#made(unstored))) ??
      (await this.#deps.queue.staging.readPreview(item.id)) ??
      (await this.#remade(item))
    return preview ? new Blob([preview.bytes], { type: preview.type }) : null
  }

  #made(one: Unstored): Promise<StoredPreview | null> {
    return (one.made ??= makePreview(one.photo, this.#deps.smallBitmap))
  }

  /** Of a photo that an earlier page copied and whose preview it had not stored. One at a time, because of the memory. */
  #remade(item: QueueItem): Promise<StoredPreview | null> {
    const remaking = this.#lastRemake.then(() => this.#remake(item))
    this.#lastRemake = remaking.catch(() => undefined)
    return remaking
  }

  async #remake(item: QueueItem): Promise<StoredPreview | null> {
    const { id, size, type, state } = item
    if (!isPending(state) || size > mostToDecode || this.#undecodable.has(id)) return null
    const bytes = await this.#deps.queue.store.readBytes(item, 0, size)
    if (bytes.length === 0) return null
    const preview = await makePreview(new Blob([bytes], { type }), this.#deps.smallBitmap)
    if (preview) await this.#store(id, preview)
    else this.#undecodable.add(id)
    return preview
  }

  /** @returns whether it is stored */
  #store(id: string, preview: StoredPreview): Promise<boolean> {
    return this.#deps.queue.staging.writePreview(id, preview).catch(() => false)
  }
}
