import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'

/**
 * Loads further pages while a search has no result and there are more.
 * @param isWanted whether a search is shown that has found nothing yet
 * @returns whether it is loading them
 */
export function useLoadUntilFound(
  { hasNextPage, isFetching, isError, fetchNextPage }: UseInfiniteQueryResult,
  { isWanted }: { isWanted: boolean },
): boolean {
  const isLoading = isWanted && hasNextPage && !isError
  useEffect(() => {
    if (isLoading && !isFetching) void fetchNextPage()
  }, [isLoading, isFetching, fetchNextPage])
  return isLoading
}
