import { type QueryClient, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { Evenement, StatutEvenement } from '#domain/evenement/evenement.ts'
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

export interface EvenementValide {
  readonly id: number
  readonly statut: StatutEvenement
}

/** Events in which the participant's registration is VALIDE, from all cached answers; sends no request. */
export function useEvenementsValides(utilisateurId: number): readonly EvenementValide[] {
  const client = useQueryClient()
  const subscribe = useCallback((listener: () => void) => client.getQueryCache().subscribe(listener), [client])
  const json = useSyncExternalStore(subscribe, () => JSON.stringify(validesIn(client, utilisateurId)))
  return useMemo(() => JSON.parse(json) as readonly EvenementValide[], [json])
}

function validesIn(client: QueryClient, utilisateurId: number): EvenementValide[] {
  const keys = [mesEvenementsQuery.queryKey, evenementsParticipantQuery.queryKey]
  const answers = keys.flatMap((queryKey) => client.getQueriesData<Entry<Evenement>[] | Evenement>({ queryKey }))
  const newestLast = answers.toSorted(([a], [b]) => updatedAt(client, a) - updatedAt(client, b))
  const evenements = newestLast.flatMap(([, data]) => (Array.isArray(data) ? validEntries(data) : (data ?? [])))
  const valides = evenements.filter((evenement) => ownStatut(evenement, utilisateurId) === 'VALIDE')
  const statuts = new Map(valides.map(({ id, statut }) => [id, statut]))
  return [...statuts].map(([id, statut]) => ({ id, statut })).toSorted((a, b) => a.id - b.id)
}

function updatedAt(client: QueryClient, queryKey: QueryKey): number {
  return client.getQueryState(queryKey)?.dataUpdatedAt ?? 0
}
