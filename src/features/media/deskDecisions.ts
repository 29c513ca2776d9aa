import { useEffect, useSyncExternalStore } from 'react'
import { mediaEndpoints } from '#domain/media/media.endpoints.ts'
import type { Media } from '#domain/media/media.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { NetworkError, sentenceOr } from '#src/api/apiError.ts'
import { call } from '#src/api/client.ts'
import { queryClient } from '#src/api/queryClient.ts'
import { currentSession } from '#src/api/session.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'
import { type Decision, DecisionQueue, type KeptDecision } from './decisionQueue.ts'
import { readDecisions, writeDecisions } from './keptDecisions.ts'
import { galerieQuery } from './media.queries.ts'

/** The decisions of the signed-in organiser on this device. */
export const decisions = new DecisionQueue({
  send: sendDecision,
  isLater: (error) => error instanceof NetworkError,
  onRefused: (decision, error) => {
    showToast({ type: 'error', title: decision.name, message: sentenceOr(error, phrases.erreurSurvenue) })
    void queryClient.invalidateQueries(galerieQuery(decision.evenementId, 'organisateur'))
  },
  save: (kept) => {
    const person = currentSession()?.utilisateur.id
    if (person !== undefined) writeDecisions(person, kept)
  },
})

/** What is held or waits, for the screens. */
export function useKeptDecisions(): readonly KeptDecision[] {
  return useSyncExternalStore(decisions.subscribe, decisions.kept)
}

/** Sends what earlier visits left, now and whenever the network comes back. */
export function useReplayDecisions(utilisateurId: number | undefined): void {
  useEffect(() => {
    if (utilisateurId === undefined) return undefined
    void decisions.resume(readDecisions(utilisateurId))
    const retry = () => void decisions.retry()
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [utilisateurId])
}

async function sendDecision({ mediaId, evenementId, statut, raison, version }: Decision): Promise<void> {
  const params = { id: mediaId }
  const media =
    statut === 'VALIDE'
      ? await call(mediaEndpoints.valider, { params, body: { version } })
      : await call(mediaEndpoints.rejeter, { params, body: { raison: raison ?? '', version } })
  queryClient.setQueryData<Media[]>(galerieQuery(evenementId, 'organisateur').queryKey, (before) =>
    before?.map((known) => (known.id === media.id ? media : known)),
  )
  void queryClient.invalidateQueries({ queryKey: ['evenements'] })
}
