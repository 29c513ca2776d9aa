import { useMutation } from '@tanstack/react-query'
import { evenementEndpoints } from '#domain/evenement/evenement.endpoints.ts'
import { evenementSupprimeSchema, undoMs } from '#domain/evenement/evenement.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { causeOr } from '#src/api/apiError.ts'
import { call, callDeletion, callRaw } from '#src/api/client.ts'
import { parseEntries, validEntries } from '#src/api/entries.ts'
import { persistedQuery } from '#src/api/persistedQuery.ts'
import { useReload } from '#src/api/useReload.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'

/** Events that the organiser deleted and can restore, the last one first. */
export const evenementsSupprimesQuery = persistedQuery({
  queryKey: ['evenements', 'supprimes'],
  meta: { live: ['notification', 'inscription'] },
  queryFn: async ({ signal }) =>
    validEntries(parseEntries(evenementSupprimeSchema, await callRaw(evenementEndpoints.supprimes, { signal }))),
})

/** Deletes an event; the toast offers an undo for ten seconds. */
export function useDeleteEvenement() {
  const restore = useRestoreEvenement()
  return useMutation({
    mutationFn: (id: number) => callDeletion(evenementEndpoints.remove, { params: { id } }, ['evenement.introuvable']),
    onSuccess: (_, id) =>
      showToast({
        type: 'success',
        title: phrases.evenementSupprime,
        duration: undoMs,
        action: { label: 'Annuler', run: () => restore.mutate(id) },
      }),
    onError: (error) =>
      showToast({
        type: 'error',
        title: phrases.erreurSuppression,
        message: `${phrases.evenementSuppressionErreur} ${causeOr(error, '')}`.trimEnd(),
      }),
    onSettled: useReload(['evenements']),
  })
}

/** Restores a deleted event; an error shows its reason. */
export function useRestoreEvenement() {
  return useMutation({
    mutationFn: (id: number) => call(evenementEndpoints.restaurer, { params: { id } }),
    onSuccess: () => showToast({ type: 'success', title: 'Événement restauré' }),
    onError: (error) =>
      showToast({
        type: 'error',
        title: "Impossible de restaurer l'événement.",
        message: causeOr(error, phrases.erreurSurvenue),
      }),
    onSettled: useReload(['evenements']),
  })
}
