import { phrases } from '#domain/texte/phrases.ts'
import { uploadQueue } from '#src/pwa/uploadQueue.ts'
import type { EnqueueResult } from '#src/pwa/pickedFile.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'
import { describeResults } from './enqueueSummary.ts'
import type { Pick } from './pick.ts'
import { type PickPlace, picksOf, putPicks } from './pickStore.ts'

export interface SentPicks {
  /** Files not stored on this device (unreadable, or sent from memory); resolves when all copies have ended. */
  readonly notKept: Promise<readonly File[]>
}

/**
 * Enqueues chosen files and removes them and the refused ones from the sheet. A later toast reports which are stored.
 * @returns when they are registered; null when that failed (a toast reports it)
 */
export async function sendPicks(
  { place, evenementId, quiet }: { place: PickPlace; evenementId: number; quiet: boolean },
  sent: readonly Pick[],
): Promise<SentPicks | null> {
  const files = sent.map(({ file, size, allegee }) => ({ file, size, allegee }))
  try {
    const { copied } = await uploadQueue.enqueueFiles({ evenementId, files })
    const sentIds = new Set(sent.map(({ id }) => id))
    putPicks(
      place,
      picksOf(place).filter(({ id, refus }) => !sentIds.has(id) && refus === null),
    )
    return { notKept: copied.then((results) => showResults(results, sent, quiet)).catch(() => showFailure(sent)) }
  } catch {
    showFailure(sent)
    return null
  }
}

function showResults(results: readonly EnqueueResult[], sent: readonly Pick[], quiet: boolean): File[] {
  const toast = describeResults(results)
  if (toast && !(quiet && toast.type === 'success')) showToast(toast)
  return sent.flatMap(({ file }, at) => {
    const result = results[at]?.result
    return result === 'lost' || result === 'volatile' ? [file] : []
  })
}

function showFailure(sent: readonly Pick[]): File[] {
  showToast({ type: 'error', title: phrases.uploadErreurInattendue })
  return sent.map(({ file }) => file)
}
