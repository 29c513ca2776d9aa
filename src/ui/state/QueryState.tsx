import type { UseQueryResult } from '@tanstack/react-query'
import { useDeferredValue, type ReactNode } from 'react'
import { ErrorState } from './ErrorState.tsx'

interface Props<T> {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'isError' | 'fetchStatus'> & { refetch: () => unknown }
  /** Placeholders with the size of the content. */
  loading: ReactNode
  /** The specified sentence. */
  errorMessage: string
  /** Further details of the failure. */
  errorDetail?: string
  children: (data: T) => ReactNode
}

/**
 * Renders the data, even stale data; otherwise the loading state, the offline state, the server's refusal, or the
 * specified sentence with "Réessayer". The content that replaces the placeholders is rendered concurrently in the
 * background (useDeferredValue).
 */
export function QueryState<T>({ query, loading, errorMessage, errorDetail, children }: Props<T>) {
  const isThere = query.data !== undefined
  const isDrawn = useDeferredValue(isThere)
  if (query.data !== undefined) return isDrawn ? children(query.data) : loading
  if (isAwaited(query)) return loading
  const refused = refusalOf(query.error)
  if (refused !== undefined) {
    const detail = errorDetail ?? (refused.message === errorMessage ? undefined : refused.message)
    return <ErrorState message={errorMessage} detail={detail} refusal={refused.status} />
  }
  const retry = () => void query.refetch()
  if (query.fetchStatus === 'paused' || !navigator.onLine)
    return (
      <ErrorState
        message={errorMessage}
        // Nothing was loaded yet, or it is too old to be used.
        detail="Vous êtes hors ligne et rien de récent n'est gardé sur cet appareil. Reconnectez-vous au réseau."
        onRetry={retry}
      />
    )
  return <ErrorState message={errorMessage} detail={errorDetail} onRetry={retry} />
}

/** Whether the data is loaded or still loading: no error and not paused. */
export function isAwaited(query: Pick<UseQueryResult, 'data' | 'isError' | 'fetchStatus'>): boolean {
  // Read in this order: react-query re-renders only for the properties that were read.
  return query.data !== undefined || (!query.isError && query.fetchStatus !== 'paused')
}

/** The server's own 403 or 404; one without a code comes from a proxy. */
function refusalOf(error: Error | null): { status: 403 | 404; message: string } | undefined {
  const { status, code } = (error ?? {}) as { status?: unknown; code?: unknown }
  if (error === null || !code || (status !== 403 && status !== 404)) return undefined
  return { status, message: error.message }
}
