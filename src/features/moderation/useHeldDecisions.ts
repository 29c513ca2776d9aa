import { useEffect } from 'react'
import { phrases } from '#domain/texte/phrases.ts'
import { decisionQueue, undoDecisions } from '#src/pwa/decisions/decisions.ts'
import { count } from '#src/ui/text/quantities.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'
import type { KeptDecision } from '#upload-queue/decisions/decision.ts'
import { speak } from './spokenDecision.ts'

/** Fetches the grant for sending decisions without a session, and sends held decisions on unmount. */
export function useHeldDecisions(evenementId: number): void {
  useEffect(() => {
    void decisionQueue.prepare(evenementId).catch(() => undefined)
    return () => void decisionQueue.flush(evenementId).catch(() => undefined)
  }, [evenementId])
}

/** Undoes decisions that were not sent; says aloud how many, or shows a toast when it failed. */
export function takeBack(held: readonly KeptDecision[]): void {
  undoDecisions(held).then(
    () => speak(held.length === 1 ? 'Décision annulée' : count(held.length, 'décision annulée', 'décisions annulées')),
    () => showToast({ type: 'error', title: phrases.erreurSurvenue }),
  )
}
