import { useMutation, useQueryClient } from '@tanstack/react-query'
import { avisEndpoints } from '#domain/notification/avis.endpoints.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { causeOr } from '#src/api/apiError.ts'
import { call } from '#src/api/client.ts'
import { persistedQuery } from '#src/api/persistedQuery.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'

/** The person's notification channels. */
export const preferencesAvisQuery = persistedQuery({
  queryKey: ['avis', 'preferences'],
  // Read again when the live stream reopens: the answer to a change may be lost while the server stops.
  meta: { live: ['notification'] },
  queryFn: ({ signal }) => call(avisEndpoints.preferences, { signal }),
})

/** Changes them optimistically, with a rollback on failure. */
export function useChangePreferencesAvis() {
  const client = useQueryClient()
  const { queryKey } = preferencesAvisQuery
  return useMutation({
    mutationKey: queryKey,
    // One request at a time: an older answer must not come last.
    scope: { id: 'avis' },
    mutationFn: (body: { courriel: boolean }) => call(avisEndpoints.changePreferences, { body }),
    onMutate: async (next) => {
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      client.setQueryData(queryKey, next)
      return { before }
    },
    onSuccess: (saved) => {
      // A newer choice waits, and is shown.
      if (client.isMutating({ mutationKey: queryKey }) === 1) client.setQueryData(queryKey, saved)
    },
    onError: (error, _, context) => {
      // After a sign-out nothing is shown, and the cache must stay empty.
      client.setQueryData(queryKey, (shown) => shown && context?.before)
      showToast({ type: 'error', title: causeOr(error, phrases.erreurSurvenue) })
      // The answer may be lost: then the server has saved the choice.
      return client.invalidateQueries({ queryKey })
    },
  })
}
