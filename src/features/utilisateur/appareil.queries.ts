import { useMutation, useQueryClient } from '@tanstack/react-query'
import { phrases } from '#domain/texte/phrases.ts'
import type { AppareilConnecte } from '#domain/utilisateur/appareil.ts'
import { appareilEndpoints } from '#domain/utilisateur/appareil.endpoints.ts'
import { causeOr } from '#src/api/apiError.ts'
import { call, callDeletion } from '#src/api/client.ts'
import { persistedQuery } from '#src/api/persistedQuery.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'

/** The devices where the person is signed in, last used first. */
export const appareilsQuery = persistedQuery({
  queryKey: ['appareils'],
  queryFn: ({ signal }) => call(appareilEndpoints.list, { signal }),
})

/** Signs one device out. @param onSignedOut called when the list is updated */
export function useSignOutAppareil(onSignedOut: () => void) {
  return useEnd(endOne, { isLeft: (appareil, id) => appareil.id !== id, onSignedOut })
}

/** Signs out all other devices. @param onSignedOut called when the list is updated */
export function useSignOutOthers(onSignedOut: () => void) {
  return useEnd(() => call(appareilEndpoints.endOthers, {}), { isLeft: ({ estActuel }) => estActuel, onSignedOut })
}

async function endOne(id: string): Promise<{ message: string }> {
  await callDeletion(appareilEndpoints.end, { params: { id } }, ['appareil.introuvable'])
  return { message: 'Appareil déconnecté.' }
}

interface Ending<T> {
  isLeft: (appareil: AppareilConnecte, which: T) => boolean
  onSignedOut: () => void
}

function useEnd<T = void>(end: (which: T) => Promise<{ message: string }>, { isLeft, onSignedOut }: Ending<T>) {
  const client = useQueryClient()
  const { queryKey } = appareilsQuery
  return useMutation({
    mutationFn: end,
    onSuccess: ({ message }, which) => {
      showToast({ type: 'success', title: message })
      // Not in the callbacks of `mutate`: the row unmounts now, and react-query then skips them.
      client.setQueryData(queryKey, (known) => known?.filter((appareil) => isLeft(appareil, which)))
      onSignedOut()
    },
    onError: (error) => showToast({ type: 'error', title: causeOr(error, phrases.erreurSurvenue) }),
    onSettled: () => void client.invalidateQueries({ queryKey }),
  })
}
