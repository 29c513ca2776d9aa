import { useEffect, useRef } from 'react'
import { mediaEndpoints } from '#domain/media/media.endpoints.ts'
import { call } from '#src/api/client.ts'
import { decisionQueue, useDecisions } from '#src/pwa/decisions/decisions.ts'
import { count } from '#src/ui/text/quantities.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'

/** Sends the decisions left by earlier visits of this organiser, on every page of the app. */
export function useDecisionSession(utilisateurId: number | undefined): void {
  useEffect(() => {
    if (utilisateurId === undefined) return
    const session = {
      utilisateurId,
      fetchGrant: (id: number) => call(mediaEndpoints.moderationGrant, { params: { id } }),
    }
    // The chunk may fail to load; the next start opens the session.
    decisionQueue.open(session).catch(() => undefined)
  }, [utilisateurId])
}

/**
 * Shows refused decisions as toasts outside the desk. Closing the toast of a single one, or of several with one reason,
 * dismisses them; for several reasons, the toast refers to the desk.
 */
export function useRefusedDecisions(): void {
  const { kept } = useDecisions()
  const shownIds = useRef(new Set<string>())
  useEffect(() => {
    const fresh = kept.filter(({ id, state }) => state === 'refused' && !shownIds.current.has(id))
    for (const { id } of fresh) shownIds.current.add(id)
    const [first] = fresh
    if (!first) return
    const reason = first.refusal?.message
    // A deleted event has no desk, and refuses all its decisions for one reason.
    const isOneReason = fresh.every(({ refusal }) => refusal?.message === reason)
    const onDismiss = () => void decisionQueue.dismiss(fresh.map(({ id }) => id)).catch(() => undefined)
    const title = fresh.length === 1 ? first.name : `${count(fresh.length, 'décision', 'décisions')} n'ont rien changé`
    showToast(
      isOneReason
        ? { type: 'error', title, message: reason, onDismiss }
        : { type: 'error', title, message: 'Ouvrez la validation de votre événement pour lire pourquoi.' },
    )
  }, [kept])
}
