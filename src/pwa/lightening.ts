import { canLighten } from '#upload-queue/engine/lighterItem.ts'
import { type QueueItem, rowBytes } from '#upload-queue/engine/queueItem.ts'
import type { StartHash } from '#upload-queue/hash/hashStream.ts'
import type { Queue } from '#upload-queue/openQueue.ts'
import { readPart } from '#upload-queue/staging/filePieces.ts'
import { hashOf } from '#upload-queue/staging/stageFile.ts'
import { makeLighter } from './compression.ts'

interface Parts {
  readonly queue: Pick<Queue, 'staging' | 'store'>
  readonly startHash: StartHash
}

/** Puts lighter versions in the place of waiting photos, one after the other, until they are taken back. */
export class Lightening {
  readonly #parts: Parts
  #run = 0

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** @returns how many will be sent lighter; the others keep their size, or are being sent already */
  async lighten(ids: readonly string[]): Promise<number> {
    const run = (this.#run += 1)
    let lightened = 0
    for (const id of ids) {
      const item = await this.#parts.queue.store.item(id)
      const lighter = item && canLighten(item) ? await this.#make(item) : null
      // Taken back meanwhile. What was written before is restored after this.
      if (run !== this.#run) return lightened
      if (lighter && (await this.#parts.queue.staging.lighten(id, lighter.contents, lighter.rows))) lightened += 1
    }
    return lightened
  }

  restore(ids: readonly string[]): Promise<void> {
    this.#run += 1
    return this.#parts.queue.staging.restoreOriginals(ids)
  }

  async #make(item: QueueItem) {
    const original = await this.#parts.queue.store.readBytes(item, 0, item.size)
    if (original.length !== item.size) return null
    const lighter = await makeLighter(new File([original], item.name, { type: item.type }), item.type)
    if (!lighter) return null
    const { bytes, type } = lighter
    const rows: ArrayBuffer[] = []
    for (let at = 0; at < bytes.size; at += rowBytes) {
      rows.push(await readPart(bytes, at, Math.min(bytes.size, at + rowBytes)))
    }
    return { rows, contents: { size: bytes.size, type, sha256: await hashOf(bytes, this.#parts.startHash) } }
  }
}
