import type { Query, QueryClient } from '@tanstack/react-query'
import { ApiError, NetworkError } from '#src/api/apiError.ts'
import { hostAnswers } from '#src/api/transport.ts'

/** How often our host is asked whether it answers while a screen could not be loaded, in milliseconds. */
export const askMs = 15_000

/**
 * From now on, screens that got no answer load their data again by themselves once our host answers. The browser has no
 * event for a host that was down, or for a network that carries nothing. The host is asked first: a screen that is loaded
 * again shows its placeholders, and announces another failure.
 */
export function retryFailed(client: QueryClient): void {
  const isAnyUnanswered = () => client.getQueryCache().findAll(unanswered).length > 0
  let isAsking = false
  const retryOnceHostAnswers = async () => {
    isAsking = true
    do {
      await new Promise((resolve) => {
        setTimeout(resolve, askMs)
      })
    } while (isAnyUnanswered() && (document.hidden || !(await hostAnswers())))
    isAsking = false
    await client.refetchQueries(unanswered)
  }
  client.getQueryCache().subscribe(({ type }) => {
    if (type === 'updated' && !isAsking && isAnyUnanswered()) void retryOnceHostAnswers()
  })
}

const unanswered = { type: 'active', predicate: isUnanswered } as const

/** Whether a query has nothing to show because our host did not answer, or only that it cannot answer now. */
function isUnanswered({ state: { data, error } }: Query): boolean {
  if (data !== undefined) return false
  if (error instanceof NetworkError) return true
  // Without a code it is the answer of a proxy.
  return error instanceof ApiError && error.status >= 500 && ['', 'serveur.indisponible'].includes(error.code)
}
