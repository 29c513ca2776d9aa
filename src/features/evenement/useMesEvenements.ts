import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { Evenement } from '#domain/evenement/evenement.ts'
import { type Entry, validEntries } from '#src/api/entries.ts'
import { evenementsParticipantQuery, mesEvenementsQuery } from './evenement.queries.ts'
import { canAddMedia, ownStatut } from './ownInscription.ts'

export function useEvenementOf(): (evenementId: number) => Evenement | undefined {
  const evenements = validEntries(useQuery(mesEvenementsQuery).data)
  return (evenementId) => evenements.find(({ id }) => id === evenementId)
}

/**
 * Whether the participant's list has no event with this id. False unless the server has answered since this page was
 * opened: a list that is stored on the device may be older than the event.
 */
export function useIsEvenementGone(): (evenementId: number) => boolean {
  const { data, isSuccess, isFetching, isPaused, dataUpdatedAt } = useQuery(mesEvenementsQuery)
  const isCurrent = isSuccess && !isFetching && !isPaused && dataUpdatedAt >= performance.timeOrigin
  return (evenementId) => isCurrent && data.every((one) => one !== null && one.id !== evenementId)
}

/** Looks up the participant's event by id, if it accepts their media now. */
export function useDepotOuvert(utilisateurId: number): (evenementId: number) => Evenement | undefined {
  const evenements = validEntries(useQuery(mesEvenementsQuery).data)
  return (evenementId) =>
    evenements.find((evenement) => evenement.id === evenementId && canAddMedia(evenement, utilisateurId))
}

/** Events in which the participant's registration is VALIDE, from all cached answers; sends no request. */
export function useEvenementsValides(utilisateurId: number): readonly number[] {
  const client = useQueryClient()
  const subscribe = useCallback((listener: () => void) => client.getQueryCache().subscribe(listener), [client])
  const ids = useSyncExternalStore(subscribe, () => validesIn(client, utilisateurId).join(' '))
  return useMemo(() => ids.split(' ').filter(Boolean).map(Number), [ids])
}

function validesIn(client: QueryClient, utilisateurId: number): number[] {
  const keys = [mesEvenementsQuery.queryKey, evenementsParticipantQuery.queryKey]
  const answers = keys.flatMap((queryKey) => client.getQueriesData<Entry<Evenement>[] | Evenement>({ queryKey }))
  const evenements = answers.flatMap(([, data]) => (Array.isArray(data) ? validEntries(data) : (data ?? [])))
  const valides = evenements.filter((evenement) => ownStatut(evenement, utilisateurId) === 'VALIDE')
  return [...new Set(valides.map(({ id }) => id))].toSorted((a, b) => a - b)
}
