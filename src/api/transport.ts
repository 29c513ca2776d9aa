import { NetworkError } from './apiError.ts'
import { noteAnswer, noteSilence } from './reachability.ts'

/** How long a call may take, in milliseconds (specification, section 9). */
const timeoutMs = 10_000

interface Request {
  method: string
  path: string
  body?: unknown
  token: string | null
  signal?: AbortSignal | undefined
}

/**
 * Sends JSON to our own host. ky comes with the first call, after the first paint.
 * @returns whatever the server answered, refusals too
 * @throws NetworkError when nothing usable came
 */
export async function request({ method, path, body, token, signal }: Request): Promise<Response> {
  try {
    const { default: ky } = await import('ky')
    const answer = await ky(`/api${path}`, {
      method,
      timeout: timeoutMs,
      retry: 0,
      throwHttpErrors: false,
      credentials: 'same-origin',
      headers: { accept: 'application/json', ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
      ...(body === undefined ? {} : { json: body }),
      ...(signal === undefined ? {} : { signal }),
    })
    noteAnswer()
    return answer
  } catch (error) {
    if (signal?.aborted) throw error
    noteSilence()
    throw new NetworkError(error)
  }
}
