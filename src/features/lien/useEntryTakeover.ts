import { useEffect } from 'react'
import { loadChunk } from '#src/api/loadChunk.ts'
import { uploadQueue } from '#src/pwa/queue/uploadQueue.ts'

/**
 * Gives the photos of a guest's waiting entry to the signed-in person when they are in its event, also when the
 * organiser validates them later.
 * @param evenementIds events in which the person's registration is VALIDE
 */
export function useEntryTakeover(utilisateurId: number, evenementIds: readonly number[]): void {
  const key = evenementIds.join(' ')
  useEffect(() => {
    const ids = key.split(' ').filter(Boolean).map(Number)
    // The next start repeats what fails.
    moveEntries(utilisateurId, ids).catch(() => undefined)
  }, [utilisateurId, key])
}

async function moveEntries(utilisateurId: number, evenementIds: readonly number[]): Promise<void> {
  if (evenementIds.length === 0) return
  const waiting = (await uploadQueue.entries()).filter(({ evenement }) => evenementIds.includes(evenement.id))
  if (waiting.length === 0) return
  const { moveEntryTo } = await loadChunk(() => import('./guestEntry.ts'))
  for (const { evenement } of waiting) await moveEntryTo({ evenementId: evenement.id, utilisateurId })
}
