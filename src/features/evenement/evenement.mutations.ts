import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { InferInput } from 'valibot'
import { evenementEndpoints } from '#domain/evenement/evenement.endpoints.ts'
import type { EvenementOrganisateur, evenementUpdateSchema, StatutEvenement } from '#domain/evenement/evenement.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { call } from '#src/api/client.ts'
import type { Entry } from '#src/api/entries.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'
import { evenementsOrganisateurQuery } from './evenement.queries.ts'

type Saved = InferInput<typeof evenementUpdateSchema>

/** Creates an event, or rewrites the one of this id. */
export function useSaveEvenement(id: number | undefined) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Saved) =>
      id === undefined
        ? call(evenementEndpoints.create, { body })
        : call(evenementEndpoints.update, { params: { id }, body }),
    onSuccess: () => {
      showToast({ type: 'success', title: id === undefined ? phrases.evenementCree : phrases.evenementModifie })
      return client.invalidateQueries({ queryKey: ['evenements'] })
    },
  })
}

/** Deletes an event. */
export function useDeleteEvenement() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(evenementEndpoints.remove, { params: { id } }),
    onSuccess: () => showToast({ type: 'success', title: phrases.evenementSupprime }),
    onError: () =>
      showToast({ type: 'error', title: phrases.erreurSuppression, message: phrases.evenementSuppressionErreur }),
    onSettled: () => client.invalidateQueries({ queryKey: ['evenements'] }),
  })
}

/** Sets the statut at once; on failure it is set back and the list is loaded again (specification, section 4). */
export function useSetStatut() {
  const client = useQueryClient()
  const { queryKey } = evenementsOrganisateurQuery
  return useMutation({
    mutationFn: ({ id, statut }: { id: number; statut: StatutEvenement }) =>
      call(evenementEndpoints.setStatut, { params: { id }, body: { statut } }),
    onMutate: async ({ id, statut }) => {
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData<Entry<EvenementOrganisateur>[]>(queryKey)
      client.setQueryData<Entry<EvenementOrganisateur>[]>(queryKey, withStatut(id, statut))
      return before?.find((evenement) => evenement?.id === id)?.statut
    },
    onSuccess: () => showToast({ type: 'success', title: phrases.statutMisAJour }),
    onError: (_error, { id }, before) => {
      // Without network the list cannot be loaded again: it would go on showing what was refused.
      if (before !== undefined) client.setQueryData<Entry<EvenementOrganisateur>[]>(queryKey, withStatut(id, before))
      showToast({ type: 'error', title: phrases.evenementStatutErreur })
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['evenements'] }),
  })
}

function withStatut(id: number, statut: StatutEvenement) {
  return (evenements: Entry<EvenementOrganisateur>[] | undefined) =>
    evenements?.map((evenement) => (evenement?.id === id ? { ...evenement, statut } : evenement))
}
