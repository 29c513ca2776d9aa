import type { GenericSchema } from 'valibot'
import type { Answer, CallInput, Endpoint } from '#domain/contract/endpoint.ts'
import type { ErrorCode } from '#domain/contract/errors.ts'
import { ApiError, codeOf, NetworkError } from './apiError.ts'
import { currentSession, currentToken, renewToken, signOut } from './session.ts'
import { request } from './transport.ts'

/** `timeoutMs`: milliseconds until the first byte, when the usual ten seconds are too short. */
export type Input<E extends Endpoint> = CallInput<E> & { signal?: AbortSignal; timeoutMs?: number }

/**
 * Calls an endpoint and parses the answer. On a 401 it renews a remembered session and retries once; if that fails too,
 * the person is signed out.
 * @throws ApiError when the server answers with an error, NetworkError when there is no usable answer
 */
export async function call<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Answer<E>> {
  return parsedAnswer(endpoint, await callRaw(endpoint, input))
}

/**
 * Calls an endpoint that ends or deletes something, so that a repeated call succeeds too: its answer was lost, and the
 * person or the browser sends it again.
 * @param gone the refusals which say that it has ended already
 * @throws ApiError when the server refuses for another reason, NetworkError when there is no usable answer
 */
export async function callDeletion<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  gone: readonly ErrorCode[],
): Promise<void> {
  try {
    await call(endpoint, input)
  } catch (error) {
    if (!gone.some((code) => code === codeOf(error))) throw error
  }
}

/**
 * Calls an endpoint for another person than the one of this tab: without cookies, so that the answer cannot replace
 * theirs, and without ending their session when the server refuses.
 * @param token of the other person; null for a public endpoint
 * @throws ApiError when the server answers with an error, NetworkError when there is no usable answer
 */
export async function callForOther<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  token: string | null,
): Promise<Answer<E>> {
  const response = await send(endpoint, { ...input, isWithoutCookies: true }, token)
  if (!response.ok) throw await errorOf(response)
  return parsedAnswer(endpoint, await json(response))
}

/** Like `call`, without parsing the JSON, for lists parsed entry by entry. */
export async function callRaw<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<unknown> {
  const response = await answerTo(endpoint, input)
  return endpoint.answer === 'nothing' ? undefined : await json(response)
}

/** Like `call`, without reading the body, for files. */
export async function answerTo<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Response> {
  const response = await sendAuthorized(endpoint, (token) => send(endpoint, input, token))
  if (!response.ok) throw await errorOf(response)
  return response
}

async function parsedAnswer<E extends Endpoint>({ answer }: E, body: unknown): Promise<Answer<E>> {
  if (answer === 'bytes' || answer === 'nothing') return undefined as Answer<E>
  return (await parsed(answer, body)) as Answer<E>
}

/**
 * Sends with the token of the session, and again with a renewed one when it has expired.
 * @throws NetworkError when the person has signed out since and the call succeeded, or when another person has signed
 * in: the answer is not for the memory of this tab
 */
export async function sendAuthorized(
  endpoint: Pick<Endpoint, 'access'>,
  sendWith: (token: string | null) => Promise<Response>,
): Promise<Response> {
  const isOpen = endpoint.access === 'public' || endpoint.access === 'refreshCookie'
  const token = isOpen ? null : (currentToken() ?? (await renewToken()))
  const person = currentSession()?.utilisateur.id
  const response = await sendWith(token)
  if (isOpen || hasSignedOut(person, response) || !isSessionRefused(response)) return response
  const renewed = await renewToken(token)
  if (renewed === null) {
    signOut('expired')
    return response
  }
  const second = await sendWith(renewed)
  if (!hasSignedOut(person, second) && isSessionRefused(second)) signOut('expired')
  return second
}

/**
 * Whether the person of a call has signed out since, and no other has signed in.
 * @throws NetworkError when the answer must not be used either
 */
function hasSignedOut(person: number | undefined, { ok }: Response): boolean {
  const present = currentSession()?.utilisateur.id
  if (present === person) return false
  if (ok || present !== undefined) throw new NetworkError()
  return true
}

/** Whether our server answered with a 401: a captive portal answers with its own page. */
function isSessionRefused(response: Response): boolean {
  return response.status === 401 && isJson(response)
}

function isJson({ headers }: Response): boolean {
  return headers.get('content-type')?.includes('json') === true
}

function send(endpoint: Endpoint, input: unknown, token: string | null): Promise<Response> {
  const { params, query, ...rest } = input as {
    params?: Record<string, string | number>
    query?: Record<string, string | number | undefined>
    headers?: Record<string, string | undefined>
    body?: unknown
    signal?: AbortSignal
    isWithoutCookies?: boolean
    timeoutMs?: number
  }
  return request({ ...rest, method: endpoint.method, path: addressOf(endpoint.path, params, query), token })
}

/** Fills in `:name` and appends the query. */
export function addressOf(
  path: string,
  params: Readonly<Record<string, string | number>> = {},
  query: Readonly<Record<string, string | number | undefined>> = {},
): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))
  const pairs = Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]))
  return pairs.length === 0 ? filled : `${filled}?${new URLSearchParams(pairs).toString()}`
}

async function json(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined
  // A captive portal answers 200 with its own HTML page: not an answer of our server.
  if (!isJson(response)) throw new NetworkError()
  try {
    return await response.json()
  } catch (error) {
    throw new NetworkError(error)
  }
}

async function parsed(schema: GenericSchema, answer: unknown): Promise<unknown> {
  const { safeParse } = await import('valibot')
  const result = safeParse(schema, answer)
  if (result.success) return result.output
  throw new ApiError(200, 'reponse.illisible', '')
}

/** The error of an answer that is not ok. */
export async function errorOf(response: Response): Promise<Error> {
  if (!isJson(response)) {
    return response.status >= 500 ? new ApiError(response.status, '', '') : new NetworkError()
  }
  const body = (await response.json().catch(() => ({}))) as {
    code?: unknown
    message?: unknown
    utilisateurId?: unknown
  }
  return new ApiError(
    response.status,
    typeof body.code === 'string' ? body.code : '',
    typeof body.message === 'string' ? body.message : '',
    typeof body.utilisateurId === 'number' ? body.utilisateurId : undefined,
  )
}
