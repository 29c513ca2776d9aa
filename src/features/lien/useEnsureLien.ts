import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Lien } from '#domain/lien/lien.ts'
import { liensQuery, useCreateLien } from './lien.queries.ts'

/** The newest link of an own event that is not revoked. */
export function livingLien(liens: readonly Lien[] | undefined): Lien | undefined {
  return liens?.find(({ revoqueLe }) => revoqueLe === null)
}

/**
 * The event's newest valid link; creates one when the server has none. A link that is revoked while the page is open
 * is not replaced unasked: it may have reached the wrong people.
 * @returns also the query of the links, whether the creation failed, and whether the link was revoked since
 */
export function useEnsureLien(evenementId: number) {
  // Always: a list that the page before has just loaded is not read again, and only a new answer counts below.
  const query = useQuery({ ...liensQuery(evenementId), refetchOnMount: 'always' })
  const { mutate, isError, isPending } = useCreateLien(evenementId)
  const lien = livingLien(query.data)
  const [hadLien, setHadLien] = useState(false)
  if (lien !== undefined && query.isFetchedAfterMount && !hadLien) setHadLien(true)
  // The list may come from the device and be older than a link: the server decides whether to create one.
  const isMissing = lien === undefined && query.isFetchedAfterMount && query.isSuccess && !query.isFetching
  const isAsked = useRef(false)
  useEffect(() => {
    if (!isMissing || hadLien || isAsked.current) return
    isAsked.current = true
    mutate({ entree: 'DIRECTE', identite: 'PRENOM', siAbsent: true })
  }, [isMissing, hadLien, mutate])
  const retry = () => {
    setHadLien(false)
    isAsked.current = false
    return query.refetch()
  }
  const isRevoked = isMissing && hadLien && !isPending && !isError
  return { lien, query, isFailed: isError && lien === undefined, isRevoked, retry }
}
