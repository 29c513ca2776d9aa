import { journalText } from '#upload-queue/journalText.ts'
import type { Queue } from '#upload-queue/openQueue.ts'
import type { PersonQueue } from './personQueue.ts'
import { readQueueView } from './queueViewStore.ts'
import { shareOrDownload } from './saveToPhone.ts'

/** Exports the queue journal of the signed-in person as a text file, even when storage fails. */
export async function exportJournal(queue: Queue, person: PersonQueue): Promise<void> {
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
  const day = new Date(madeAt).toISOString().slice(0, 10)
  await shareOrDownload(new File([text], `journal-envois-${day}.txt`, { type: 'text/plain' }))
}
