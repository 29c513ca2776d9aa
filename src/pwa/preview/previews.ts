import type { QueueItem } from '#upload-queue/engine/queueItem.ts'
import { isPending } from '#upload-queue/engine/states.ts'
import type { Queue } from '#upload-queue/openQueue.ts'
import { mostToDecode } from '#upload-queue/staging/makePreview.ts'
import type { StoredPreview } from '#upload-queue/store/queueDatabase.ts'
import type { FilePreviews } from './filePreviews.ts'

interface Deps {
  readonly queue: Pick<Queue, 'staging' | 'store'>
  readonly files: FilePreviews
}

/** A file of this page whose preview is not stored. */
interface UnstoredFile {
  readonly file: Blob
  readonly made: PromiseWithResolvers<StoredPreview | null>
  isShown: boolean
  isMade: boolean
}

/**
 * Previews of the queue's items. Decoding a photo takes longer than copying it, and its copy comes first: previews that
 * the sheet has not made yet are made when no file is being copied, those on screen first.
 */
export class Previews {
  readonly #deps: Deps
  readonly #unstored = new Map<string, UnstoredFile>()
  /** Stored photos that this browser cannot decode. */
  readonly #undecodable = new Set<string>()
  #lastRun: Promise<void> = Promise.resolve()
  #lastRemake: Promise<unknown> = Promise.resolve()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** @param file as it was picked */
  add(id: string, file: Blob): void {
    this.#unstored.set(id, { file, made: Promise.withResolvers(), isShown: false, isMade: false })
  }

  /**
   * Forgets every file, when its person signs out. The preview of an unsent photo is made from its stored bytes when
   * the person signs in again; a video above 32 MiB then has none.
   */
  clear(): void {
    for (const id of this.#unstored.keys()) this.drop(id)
  }

  drop(id: string): void {
    this.#unstored.get(id)?.made.resolve(null)
    this.#unstored.delete(id)
  }

  /**
   * Makes and stores the previews of the added files, one after the other.
   * @param mustStop whether files are being copied again
   */
  makeAll(mustStop: () => boolean): Promise<void> {
    this.#lastRun = this.#lastRun.then(() => this.#makeUntil(mustStop))
    return this.#lastRun
  }

  /** The preview of an item, once no file is being copied if it is not made yet; null when there is none. */
  async read(item: QueueItem): Promise<Blob | null> {
    const preview =
      (await this.#unstoredPreview(item.id)) ??
      (await this.#deps.queue.staging.readPreview(item.id)) ??
      (await this.#remade(item))
    return preview ? new Blob([preview.bytes], { type: preview.type }) : null
  }

  async #makeUntil(mustStop: () => boolean): Promise<void> {
    for (let next = this.#next(); next !== undefined && !mustStop(); next = this.#next()) await this.#make(...next)
  }

  #next(): readonly [id: string, one: UnstoredFile] | undefined {
    const left = [...this.#unstored].filter(([, { isMade }]) => !isMade)
    return left.find(([, { isShown }]) => isShown) ?? left[0]
  }

  async #make(id: string, one: UnstoredFile): Promise<void> {
    const preview = await this.#deps.files.make(one.file)
    if (this.#unstored.get(id) !== one) return
    one.isMade = true
    one.made.resolve(preview)
    // When the device's storage is full, the preview stays in memory.
    if (preview === null || (await this.#store(id, preview))) this.#unstored.delete(id)
  }

  async #unstoredPreview(id: string): Promise<StoredPreview | null> {
    const one = this.#unstored.get(id)
    if (!one) return null
    one.isShown = true
    return (await this.#deps.files.known(one.file)) ?? one.made.promise
  }

  /**
   * Of a photo that an earlier page copied and whose preview it had not stored. One at a time, because of the memory.
   */
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
    const preview = await this.#deps.files.make(new Blob([bytes], { type }))
    if (preview) await this.#store(id, preview)
    else this.#undecodable.add(id)
    return preview
  }

  /** @returns whether it is stored */
  #store(id: string, preview: StoredPreview): Promise<boolean> {
    return this.#deps.queue.staging.writePreview(id, preview).catch(() => false)
  }
}
