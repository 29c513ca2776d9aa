import { useMutation, useQueryClient } from '@tanstack/react-query'
import { consentementEndpoints } from '#domain/consentement/consentement.endpoints.ts'
import {
  type Consentement,
  isConsentementValide,
  type ReponseConsentement,
  versionRGPD,
} from '#domain/consentement/consentement.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { hasStatus, causeOr } from '#src/api/apiError.ts'
import { call } from '#src/api/client.ts'
import { persistedQuery } from '#src/api/persistedQuery.ts'
import { keepAnswer } from '#src/api/persistence.ts'
import { readQueueView } from '#src/pwa/queue/queueViewStore.ts'
import { uploadQueue } from '#src/pwa/queue/uploadQueue.ts'
import { showToast, toasts } from '#src/ui/toast/toastQueue.ts'

/** The active consent; null when there is none (404). */
export const consentementQuery = persistedQuery<Consentement | null>({
  queryKey: ['consentement'],
  meta: { isSessionBound: true },
  queryFn: async ({ signal }) => {
    try {
      return await call(consentementEndpoints.active, { signal })
    } catch (error) {
      if (hasStatus(error, 404)) return null
      throw error
    }
  },
})

/** The answers so far, newest first. */
export const reponsesQuery = persistedQuery<readonly ReponseConsentement[]>({
  queryKey: ['consentement', 'reponses'],
  queryFn: ({ signal }) => call(consentementEndpoints.history, { signal }),
})

/** Id of the toast about the last answer; the next answer withdraws it. */
let confirmed = 0

function confirmAnswer(title: string): void {
  toasts.withdraw(confirmed)
  confirmed = toasts.show({ type: 'success', title })
}

/** Records the acceptance or refusal of the current text; a toast confirms it. */
export function useRepondreConsentement() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (consentementDonne: boolean) =>
      call(consentementEndpoints.post, { body: { consentementDonne, versionRGPD } }),
    onSuccess: async (consentement) => {
      // Update the stored answer too: after a reload, an older consent would show the events until the server answers.
      await keepAnswer(consentementQuery.queryKey, isConsentementValide(consentement) ? consentement : null)
      void client.invalidateQueries({ queryKey: reponsesQuery.queryKey })
      if (consentement.consentementDonne) retryWaitingPhotos()
      confirmAnswer(
        consentement.consentementDonne ? 'Votre consentement est enregistré.' : 'Votre refus est enregistré.',
      )
    },
    onError: (error) => showToast({ type: 'error', title: causeOr(error, phrases.erreurSurvenue) }),
  })
}

/** Sends the photos that the server has refused because there was no consent. */
function retryWaitingPhotos(): void {
  const waiting = readQueueView().items.filter(({ cause }) => cause?.code === 'upload.consentement_requis')
  const evenementIds = [...new Set(waiting.map(({ evenementId }) => evenementId))]
  if (evenementIds.length > 0) uploadQueue.refreshGrants(evenementIds).catch(() => undefined)
}

/** Revokes a consent by its id. Shows a toast when it succeeded and when it failed. */
export function useRevoquer() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(consentementEndpoints.revoke, { params: { id } }),
    onSuccess: async () => {
      await keepAnswer(consentementQuery.queryKey, null)
      void client.invalidateQueries({ queryKey: reponsesQuery.queryKey })
      confirmAnswer('Votre consentement est révoqué.')
    },
    onError: (error) => showToast({ type: 'error', title: causeOr(error, phrases.erreurSurvenue) }),
  })
}
