import { originalOf } from '#upload-queue/engine/lighterItem.ts'
import { BytesMissing, ItemMoved } from '#upload-queue/engine/queueErrors.ts'
import { journalText } from '#upload-queue/journalText.ts'
import type { Queue } from '#upload-queue/openQueue.ts'
import { isoDay } from '#src/ui/text/dates.ts'
import type { PersonQueue } from './personQueue.ts'
import { readQueueView } from './queueViewStore.ts'
import { shareOrDownload } from './saveToPhone.ts'
import type { VolatileQueue } from './volatileQueue.ts'

interface Deps {
  readonly queue: Queue
  readonly person: PersonQueue
  readonly volatile: VolatileQueue
}

/** Files that the person takes out of the queue. */
export class QueueFiles {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * Rebuilds the file from its rows, or reads it again; opens the share sheet where possible, downloads it otherwise.
   * @throws BytesMissing, StorageBroken when the photo cannot be read
   */
  async saveToPhone(id: string): Promise<void> {
    const { queue, person, volatile } = this.#deps
    const item = await person.item(id)
    if (!item) throw new ItemMoved(id)
    const source = volatile.hasFile(id) ? volatile.store : queue.store
    const original = originalOf(item)
    // Holds at most about 100 MB in memory while the file is saved.
    const bytes = await source.readBytes(original, 0, original.size)
    if (bytes.length !== original.size) throw new BytesMissing('bytes are missing')
    await shareOrDownload(
      new File([bytes], item.name, { type: original.type, lastModified: Date.parse(item.takenAt ?? '') || 0 }),
    )
  }

  /** Exports the queue journal of the signed-in person as a text file, even when storage fails. */
  async exportJournal(): Promise<void> {
    const { queue, person } = this.#deps
    const { session } = person
    if (!session) return
    const { sending, persisted, freeBytes } = readQueueView()
    const madeAt = queue.clock.now()
    const text = journalText({
      madeAt,
      device: { browser: navigator.userAgent, sending, persisted, freeBytes },
      items: await person.items(),
      entries: await queue.person.journalOf(session.ownerId).catch(() => []),
    })
    await shareOrDownload(new File([text], `journal-envois-${isoDay(madeAt)}.txt`, { type: 'text/plain' }))
  }
}
