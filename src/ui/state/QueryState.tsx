import type { UseQueryResult } from '@tanstack/react-query'
import { useDeferredValue, type ReactNode } from 'react'
import { ErrorState } from './ErrorState.tsx'

interface Props<T> {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'isError' | 'fetchStatus'> & { refetch: () => unknown }
  /** Boxes of the size of what comes. */
  loading: ReactNode
  /** The specified sentence. */
  errorMessage: string
  /** What else is known of the failure. */
  errorDetail?: string
  children: (data: T) => ReactNode
}

/**
 * Data when there is some, however old; else loading, offline, what the server refuses with its sentence, or the specified
 * sentence with Réessayer. What comes in the place of the loading boxes is drawn in small pieces behind them.
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
        detail="Vous êtes hors ligne et rien n'est encore gardé sur cet appareil."
        onRetry={retry}
      />
    )
  return <ErrorState message={errorMessage} detail={errorDetail} onRetry={retry} />
}

/** Whether a screen has, or is about to have, the shape of its data: nothing says that it cannot come. */
export function isAwaited(query: Pick<UseQueryResult, 'data' | 'isError' | 'fetchStatus'>): boolean {
  // Asked one after the other: a screen is drawn again when what was read of its query changes.
  return query.data !== undefined || (!query.isError && query.fetchStatus !== 'paused')
}

/** The server's own 403 or 404; one without a code was given by something on the way to it. */
function refusalOf(error: Error | null): { status: 403 | 404; message: string } | undefined {
  const { status, code } = (error ?? {}) as { status?: unknown; code?: unknown }
  if (error === null || !code || (status !== 403 && status !== 404)) return undefined
  return { status, message: error.message }
}
