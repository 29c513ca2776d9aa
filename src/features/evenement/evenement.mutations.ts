import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { InferOutput } from 'valibot'
import { evenementEndpoints } from '#domain/evenement/evenement.endpoints.ts'
import type { EvenementOrganisateur, evenementUpdateSchema, StatutEvenement } from '#domain/evenement/evenement.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { call } from '#src/api/client.ts'
import type { Entry } from '#src/api/entries.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'
import { evenementsOrganisateurQuery } from './evenement.queries.ts'

type Input = InferOutput<typeof evenementUpdateSchema>

/** A new event whole; of one that is there, the changed fields and the version that was seen. */
type Saved =
  | { readonly created: Input }
  | { readonly id: number; readonly changed: Partial<Input>; readonly version: number | undefined }

/** Creates an event, or changes fields of one. */
export function useSaveEvenement() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (saved: Saved) =>
      'created' in saved
        ? call(evenementEndpoints.create, { body: saved.created })
        : call(evenementEndpoints.change, {
            params: { id: saved.id },
            headers: { 'If-Match': saved.version === undefined ? undefined : `"${saved.version}"` },
            body: saved.changed,
          }),
    onSuccess: (_, saved) => {
      showToast({ type: 'success', title: 'created' in saved ? phrases.evenementCree : phrases.evenementModifie })
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
