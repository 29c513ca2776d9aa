import { healthPath } from '#domain/service/healthPath.ts'
import { NetworkError } from './apiError.ts'
import { noteAnswer, noteNoAnswer } from './reachability.ts'
import { noteServerDate } from './serverClock.ts'

/** Specification, section 9. */
export const usualTimeoutMs = 10_000

interface Request {
  method: string
  path: string
  body?: unknown
  /** Header fields of the contract, unencoded; undefined values are not sent. */
  headers?: Readonly<Record<string, string | undefined>> | undefined
  token: string | null
  signal?: AbortSignal | undefined
  /** Without cookies: none is sent, and those of the answer are ignored. Default: with them. */
  isWithoutCookies?: boolean | undefined
  /** Timeout in milliseconds; default 10 s (specification, section 9). */
  timeoutMs?: number | undefined
}

/**
 * Sends JSON to our own host. ky is loaded with the first call, after the first paint.
 * @returns the server's answer, with any status
 * @throws NetworkError when there is no usable answer
 */
export function request({
  method,
  path,
  body,
  headers,
  token,
  signal,
  isWithoutCookies,
  timeoutMs,
}: Request): Promise<Response> {
  return trackReachability(signal, async () => {
    const { default: ky } = await import('ky')
    return ky(`/api${path}`, {
      method,
      timeout: timeoutMs ?? usualTimeoutMs,
      retry: 0,
      throwHttpErrors: false,
      credentials: isWithoutCookies ? 'omit' : 'same-origin',
      headers: { ...headersOf('application/json', token), ...encoded(headers) },
      ...(body === undefined ? {} : { json: body }),
      ...(signal === undefined ? {} : { signal }),
    })
  })
}

/** Whether our own host answers, not a captive portal. */
export async function hostAnswers(): Promise<boolean> {
  try {
    const answer = await request({ method: 'GET', path: healthPath, token: null })
    await answer.body?.cancel()
    return answer.headers.get('content-type')?.startsWith('application/json') === true
  } catch {
    return false
  }
}

/** Records whether our host is reachable; a request aborted by its caller is not counted. */
export async function trackReachability(
  signal: AbortSignal | undefined,
  send: () => Promise<Response>,
): Promise<Response> {
  try {
    const answer = await send()
    if (isPortalPage(answer)) {
      noteNoAnswer()
      return answer
    }
    noteAnswer()
    noteServerDate(answer.headers.get('date'))
    return answer
  } catch (error) {
    if (signal?.aborted) throw error
    noteNoAnswer()
    throw new NetworkError(error)
  }
}

/** Whether a captive portal answers in place of our host, which answers no call with a page. */
function isPortalPage({ status, headers }: Response): boolean {
  return status < 500 && headers.get('content-type')?.startsWith('text/html') === true
}

/** The headers of every request. @param token null for a request without a session */
export function headersOf(accept: string, token: string | null): Record<string, string> {
  return { accept, ...(token === null ? {} : { authorization: `Bearer ${token}` }) }
}

/** HTTP headers carry only ASCII: values are percent-encoded, and the server decodes them. */
function encoded(headers: Request['headers'] = {}): Record<string, string> {
  const given = Object.entries(headers).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [name, encodeURIComponent(value ?? '')]))
}
