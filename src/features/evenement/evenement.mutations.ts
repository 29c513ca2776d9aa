import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { InferOutput } from 'valibot'
import { evenementEndpoints } from '#domain/evenement/evenement.endpoints.ts'
import {
  type EvenementOrganisateur,
  type evenementUpdateSchema,
  type GaleriePour,
  type StatutEvenement,
  undoMs,
} from '#domain/evenement/evenement.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { causeOr, codeOf } from '#src/api/apiError.ts'
import { call } from '#src/api/client.ts'
import type { Entry } from '#src/api/entries.ts'
import { useReload } from '#src/api/useReload.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'
import { evenementOrganisateurQuery, evenementsOrganisateurQuery } from './evenement.queries.ts'

interface StatutWish {
  readonly id: number
  readonly statut: StatutEvenement
  /** The statut is reset to its earlier value. */
  readonly isUndo?: boolean
}

type Input = InferOutput<typeof evenementUpdateSchema>

/** A new event with all fields, or the changed fields of an existing one with the version they are based on. */
type Saved =
  | {
      readonly created: Input
      /** The same for each attempt of one form. */
      readonly cle: string
    }
  | { readonly id: number; readonly changed: Partial<Input>; readonly version: number | undefined }

/** Creates an event, or changes fields of one; a changed statut can be undone too. */
export function useSaveEvenement() {
  const client = useQueryClient()
  const setStatut = useSetStatut()
  return useMutation({
    mutationFn: (saved: Saved) =>
      'created' in saved
        ? call(evenementEndpoints.create, { body: { ...saved.created, cle: saved.cle } })
        : call(evenementEndpoints.change, {
            params: { id: saved.id },
            headers: { 'If-Match': saved.version === undefined ? undefined : `"${saved.version}"` },
            body: saved.changed,
          }),
    onMutate: (saved) => ('id' in saved ? statutIn(client, saved.id) : undefined),
    onSuccess: (_, saved, before) => {
      const { id, statut } = 'id' in saved ? { id: saved.id, statut: saved.changed.statut } : {}
      const isMoved = id !== undefined && before !== undefined && statut !== undefined && statut !== before
      showToast({
        type: 'success',
        title: 'created' in saved ? phrases.evenementCree : phrases.evenementModifie,
        ...(isMoved && undoTo(() => setStatut.mutate({ id, statut: before, isUndo: true }))),
      })
      return client.invalidateQueries({ queryKey: ['evenements'] })
    },
    onError: (error) => renewPlan(client, error),
  })
}

/** After a refusal because of the quota: the plan has ended, or was changed on another device. */
function renewPlan(client: QueryClient, error: Error): void {
  if (codeOf(error) === 'evenement.quota_atteint') void client.invalidateQueries({ queryKey: ['abonnement'] })
}

/**
 * Sets the statut optimistically. The toast offers an undo for ten seconds. On failure it is rolled back and the list
 * is refetched (specification, section 4).
 */
export function useSetStatut() {
  const client = useQueryClient()
  const { queryKey } = evenementsOrganisateurQuery
  const mutation = useMutation({
    // One after the other: the last choice is the one that stays.
    scope: { id: 'statut' },
    mutationFn: ({ id, statut }: StatutWish) =>
      call(evenementEndpoints.setStatut, { params: { id }, body: { statut } }),
    onMutate: async ({ id, statut }) => {
      const detail = evenementOrganisateurQuery(id).queryKey
      await Promise.all([queryKey, detail].map((key) => client.cancelQueries({ queryKey: key })))
      const before = statutIn(client, id)
      writeStatut(client, id, statut)
      return before
    },
    onSuccess: (_, { id, isUndo = false }, before) => {
      const back = before !== undefined && !isUndo
      showToast({
        type: 'success',
        title: phrases.statutMisAJour,
        ...(back && undoTo(() => mutation.mutate({ id, statut: before, isUndo: true }))),
      })
    },
    onError: (error, { id }, before) => {
      // Roll back explicitly: offline the refetch cannot replace the refused statut.
      if (before !== undefined) writeStatut(client, id, before)
      renewPlan(client, error)
      const message = causeOr(error, '')
      showToast({ type: 'error', title: phrases.evenementStatutErreur, ...(message !== '' && { message }) })
    },
    onSettled: () => {
      // Not awaited: the next change does not wait for the list, also without network.
      void client.invalidateQueries({ queryKey: ['evenements'] })
    },
  })
  return mutation
}

interface GalerieWish {
  readonly id: number
  readonly galeriePour: GaleriePour
  readonly before: GaleriePour
  /** The earlier value is restored. */
  readonly isUndo?: boolean
}

/** Sets when participants see the album. The toast offers an undo for ten seconds. */
export function useSetGaleriePour() {
  const client = useQueryClient()
  const mutation = useMutation({
    mutationFn: ({ id, galeriePour }: GalerieWish) =>
      call(evenementEndpoints.change, { params: { id }, body: { galeriePour } }),
    onSuccess: (evenement, { id, galeriePour, before, isUndo = false }) => {
      client.setQueryData(evenementOrganisateurQuery(id).queryKey, evenement)
      showToast({
        type: 'success',
        title: galeriePour === 'PENDANT' ? 'Album ouvert aux participants' : 'Album refermé',
        ...(!isUndo && undoTo(() => mutation.mutate({ id, galeriePour: before, before: galeriePour, isUndo: true }))),
      })
    },
    onError: (error) => showToast({ type: 'error', title: causeOr(error, phrases.erreurSurvenue) }),
    onSettled: useReload(['evenements']),
  })
  return mutation
}

/** Toast options that offer an undo before people are notified. */
function undoTo(run: () => void) {
  return { duration: undoMs, action: { label: 'Annuler', run } }
}

/** The statut of an event in the cache: in the list, or on its own page. */
function statutIn(client: QueryClient, id: number): StatutEvenement | undefined {
  const evenements = client.getQueryData<Entry<EvenementOrganisateur>[]>(evenementsOrganisateurQuery.queryKey)
  const listed = evenements?.find((evenement) => evenement?.id === id)
  return (listed ?? client.getQueryData(evenementOrganisateurQuery(id).queryKey))?.statut
}

/** Shows a statut in the list and on the event's own page. */
function writeStatut(client: QueryClient, id: number, statut: StatutEvenement): void {
  client.setQueryData<Entry<EvenementOrganisateur>[]>(evenementsOrganisateurQuery.queryKey, (evenements) =>
    evenements?.map((evenement) => (evenement?.id === id ? { ...evenement, statut } : evenement)),
  )
  client.setQueryData(evenementOrganisateurQuery(id).queryKey, (evenement) => evenement && { ...evenement, statut })
}
