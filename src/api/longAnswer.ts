import type { Endpoint } from '#domain/contract/endpoint.ts'
import { NetworkError } from './apiError.ts'
import { sendAuthorized, errorOf } from './client.ts'
import { headersOf, trackReachability, usualTimeoutMs } from './transport.ts'

/**
 * Opens an endless answer, with the same session handling as `call`.
 * @throws ApiError when the server answers with an error, NetworkError when there is no usable answer
 */
export async function openStream({ path, access }: Endpoint, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const open = (token: string | null) => {
    const headers = headersOf('text/event-stream', token)
    return fetchUntilHeaders(`/api${path}`, { cache: 'no-store', credentials: 'same-origin', headers }, { signal })
  }
  const response = await sendAuthorized({ access }, open)
  if (!response.ok) throw await errorOf(response)
  if (!response.headers.get('content-type')?.includes('event-stream') || response.body === null)
    throw new NetworkError()
  return response.body
}

/**
 * Fetches a signed address of our own host, which needs no token.
 * @param timeoutMs until the answer begins
 * @throws ApiError when the server answers with an error, NetworkError when it does not answer
 */
export async function fetchAddress(
  address: string,
  headers: Record<string, string> = {},
  timeoutMs = usualTimeoutMs,
): Promise<Response> {
  const response = await fetchUntilHeaders(address, { headers }, { timeoutMs })
  if (!response.ok) throw await errorOf(response)
  return response
}

/** The timeout applies only until the response headers arrive: the body may take longer. */
function fetchUntilHeaders(
  address: string,
  init: RequestInit,
  { signal, timeoutMs = usualTimeoutMs }: { signal?: AbortSignal; timeoutMs?: number },
): Promise<Response> {
  return trackReachability(signal, async () => {
    const opening = new AbortController()
    const timer = setTimeout(() => opening.abort(), timeoutMs)
    try {
      return await fetch(address, { ...init, signal: AbortSignal.any([opening.signal, ...(signal ? [signal] : [])]) })
    } finally {
      clearTimeout(timer)
    }
  })
}
