import type { Endpoint } from '#domain/contract/endpoint.ts'
import type { Call } from './calls.ts'

/** A call as an HTTP request. */
export interface WireRequest {
  readonly method: Endpoint['method']
  /** With its query. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

/** @param token of the caller; null without one */
export function requestOf(endpoint: Endpoint, call: Call, token: string | null): WireRequest {
  const { params, query = '', body, headers } = call
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => String(params?.[name]))
  const isRaw = Buffer.isBuffer(body)
  const type = body === undefined || isRaw ? {} : { 'content-type': 'application/json' }
  return {
    method: endpoint.method,
    url: `/api${path}${query}`,
    headers: { ...type, ...headers, ...(token !== null && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body: isRaw ? body : JSON.stringify(body) }),
  }
}
