import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, NetworkError } from '#src/api/apiError.ts'
import { queryClient } from '#src/api/queryClient.ts'
import { askMs, retryFailed } from '#src/api/live/retryFailed.ts'
import { request } from '#src/api/transport.ts'

const answers = { host: false }

describe('retryFailed', () => {
  beforeAll(async () => {
    vi.spyOn(globalThis, 'fetch').mockImplementation(() =>
      answers.host ? Promise.resolve(Response.json({})) : Promise.reject(new TypeError('Failed to fetch')),
    )
    // The chunk that requests need loads before the clock stops.
    await request({ method: 'GET', path: '/', token: null }).catch(() => undefined)
    retryFailed(queryClient)
  })

  beforeEach(() => {
    answers.host = false
    vi.useFakeTimers()
  })

  afterEach(() => {
    queryClient.clear()
    vi.useRealTimers()
  })

  it.for([
    ['our host did not answer', new NetworkError()],
    ['a proxy answered in its place', new ApiError(502, '', '')],
    ['it could not answer then', new ApiError(503, 'serveur.indisponible', 'Le service est indisponible.')],
  ] as const)('loads a screen again once our host answers, when %s', async ([, failure]) => {
    const { queryFn, observer, leave } = open(failure)
    await vi.advanceTimersByTimeAsync(3 * askMs)
    expect(queryFn).toHaveBeenCalledTimes(2)
    expect(observer.getCurrentResult().isError).toBe(true)

    answers.host = true
    queryFn.mockResolvedValue('data')
    await vi.advanceTimersByTimeAsync(2 * askMs)
    expect(observer.getCurrentResult().data).toBe('data')
    leave()
  })

  it('leaves a failure that our host has answered to the person', async () => {
    answers.host = true
    const { queryFn, leave } = open(new ApiError(500, 'erreur.interne', 'Une erreur est survenue'))
    await vi.advanceTimersByTimeAsync(3 * askMs)
    expect(queryFn).toHaveBeenCalledTimes(2)
    leave()
  })
})

/** Shows a query that fails, as a screen does. */
function open(failure: Error) {
  const queryFn = vi.fn<() => Promise<string>>().mockRejectedValue(failure)
  const observer = new QueryObserver(queryClient, { queryKey: ['test'], queryFn })
  return { queryFn, observer, leave: observer.subscribe(() => undefined) }
}
