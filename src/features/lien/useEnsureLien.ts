import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Lien } from '#domain/lien/lien.ts'
import { liensQuery, useCreateLien } from './lien.queries.ts'

/** The newest link of an own event that is not revoked. */
export function livingLien(liens: readonly Lien[] | undefined): Lien | undefined {
  return liens?.find(({ revoqueLe }) => revoqueLe === null)
}

/**
 * The event's newest valid link; creates one when the server has none.
 * @returns also the query of the links, and whether the creation failed
 */
export function useEnsureLien(evenementId: number) {
  const query = useQuery(liensQuery(evenementId))
  const { mutate, isError } = useCreateLien(evenementId)
  const lien = livingLien(query.data)
  // The list may come from the device and be older than a link: the server decides whether to create one.
  const isMissing = lien === undefined && query.isFetchedAfterMount && query.isSuccess && !query.isFetching
  const isAsked = useRef(false)
  useEffect(() => {
    if (!isMissing || isAsked.current) return
    isAsked.current = true
    mutate({ entree: 'DIRECTE', identite: 'PRENOM', siAbsent: true })
  }, [isMissing, mutate])
  const retry = () => {
    isAsked.current = false
    return query.refetch()
  }
  return { lien, query, isFailed: isError && lien === undefined, retry }
}
