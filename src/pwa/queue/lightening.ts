import { canLighten } from '#upload-queue/engine/lighterItem.ts'
import { type QueueItem, rowBytes } from '#upload-queue/engine/queueItem.ts'
import type { StartHash } from '#upload-queue/hash/hashStream.ts'
import type { Queue } from '#upload-queue/openQueue.ts'
import { readPart } from '#upload-queue/readPart.ts'
import { hashOf } from '#upload-queue/staging/stageFile.ts'
import { makeLighter } from './compression.ts'

interface Deps {
  readonly queue: Pick<Queue, 'staging' | 'store'>
  readonly startHash: StartHash
}

/** Replaces waiting photos by lighter versions, one after the other, until `restore` is called. */
export class Lightening {
  readonly #deps: Deps
  #run = 0

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** @returns how many will be sent lighter; the others keep their size or are already being sent */
  async lighten(ids: readonly string[]): Promise<number> {
    const run = (this.#run += 1)
    let lightened = 0
    for (const id of ids) {
      const item = await this.#deps.queue.store.item(id)
      const lighter = item && canLighten(item) ? await this.#make(item) : null
      // `restore` was called since; it restores what was written before.
      if (run !== this.#run) return lightened
      if (lighter && (await this.#deps.queue.staging.lighten(id, lighter.contents, lighter.rows))) lightened += 1
    }
    return lightened
  }

  restore(ids: readonly string[]): Promise<void> {
    this.#run += 1
    return this.#deps.queue.staging.restoreOriginals(ids)
  }

  async #make(item: QueueItem) {
    const original = await this.#deps.queue.store.readBytes(item, 0, item.size)
    if (original.length !== item.size) return null
    const lighter = await makeLighter(new File([original], item.name, { type: item.type }), item.type)
    if (!lighter) return null
    const { bytes, type } = lighter
    const rows: ArrayBuffer[] = []
    for (let from = 0; from < bytes.size; from += rowBytes) {
      rows.push(await readPart(bytes, from, Math.min(bytes.size, from + rowBytes)))
    }
    return { rows, contents: { size: bytes.size, type, sha256: await hashOf(bytes, this.#deps.startHash) } }
  }
}
