import type { FastifyInstance, FastifyReply, FastifyRequest, preParsingHookHandler } from 'fastify'
import * as v from 'valibot'
import type { Access, Answer, Endpoint, ParsedInput } from '#domain/contract/endpoint.ts'
import { allEndpoints } from '#domain/contract/endpoints.ts'
import { parseForm } from '#domain/contract/firstIssue.ts'
import type { AccessRules, ContextOf } from './access.ts'
import { type AccessRule, refusalOf } from './accessRule.ts'
import { sendSerialized, sendUnserialized, type Serialized, serializeAnswer } from './answer.ts'
import type { ReadCache } from '../database/readCache.ts'
import { Problem } from './problem.ts'
import type { AnsweredCall } from '../securite/securityEvents.ts'

/** The arguments of a handler: parsed input, the caller, the resource of the access rule, and request and reply. */
export interface Call<E extends Endpoint> {
  readonly input: ParsedInput<E>
  readonly acteur: ContextOf<E['access']>['acteur']
  readonly resource: ContextOf<E['access']>['resource']
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/**
 * A handler of an endpoint that answers `bytes` or `nothing` may send the reply itself; any other returns its answer.
 */
export type Handler<E extends Endpoint> = (
  call: Call<E>,
) => E['answer'] extends string ? unknown : Answer<E> | Promise<Answer<E>>

export interface ServeOptions {
  /** Maximum size of a JSON body in bytes; `jsonMaxBytes` when absent. */
  readonly bodyLimit?: number
  /** Hook that receives the body before it is parsed. */
  readonly preParsing?: preParsingHookHandler
  /**
   * Caches the serialized answer of a person and address while the database does not change. For a GET whose answer
   * depends on the database alone, not on the time. The rights are checked at each request.
   */
  readonly cache?: ReadCache
}

export type Serve = <E extends Endpoint>(endpoint: E, handler: Handler<E>, options?: ServeOptions) => void

/**
 * Prepares the registration of the contract's endpoints below /api.
 * @param onAnswered called after every successful answer and every refusal
 * @returns `serve` for the routes, and `finish`, which throws when an endpoint has no handler
 */
export function openContract(
  app: FastifyInstance,
  rules: AccessRules,
  onAnswered: (answered: AnsweredCall) => void = () => undefined,
): { serve: Serve; finish: () => void } {
  for (const { name, endpoint } of allEndpoints()) {
    if (!rules[endpoint.access]) throw new Error(`${name}: no access rule "${endpoint.access}"`)
  }
  const served = new Set<Endpoint>()
  return {
    serve(endpoint, handler, { cache, ...options } = {}) {
      served.add(endpoint)
      app.route({
        method: endpoint.method,
        url: `/api${endpoint.path}`,
        ...options,
        handler: (request, reply) => answerCall({ endpoint, rules, handler, request, reply, onAnswered, cache }),
      })
    },
    finish() {
      const missing = allEndpoints().filter(({ endpoint }) => !served.has(endpoint))
      if (missing.length > 0) throw new Error(`no handler: ${missing.map(({ name }) => name).join(', ')}`)
    },
  }
}

interface IncomingCall<E extends Endpoint> {
  readonly endpoint: E
  readonly rules: AccessRules
  readonly handler: Handler<E>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly onAnswered: (answered: AnsweredCall) => void
  readonly cache: ReadCache | undefined
}

/** The order of checks: authentication (401), access (403, 404), input (400), then the handler. */
async function answerCall<E extends Endpoint>(incoming: IncomingCall<E>): Promise<unknown> {
  const { endpoint, rules, handler, request, reply, onAnswered, cache } = incoming
  const rule = rules[endpoint.access] as AccessRule<ContextOf<Access>>
  let parsed: Record<string, unknown> | undefined
  const params = () => (parsed ??= parseParams(endpoint, request.params))
  let acteurId: number | null = null
  try {
    // The rules are in the *.access.ts files of the nouns. `participant` (session/session.access.ts): a signed-in
    // person with this role, otherwise 401 or 403.
    const { acteur, resource } = await rule({ request, endpoint, params, refusal: () => refusalOf(endpoint) })
    acteurId = acteur?.id ?? null
    const input = {
      params: params(),
      query: parseInput(endpoint.query, request.query),
      headers: parseInput(endpoint.headers, headersAsked(endpoint, request)),
      body: parseInput(endpoint.body, request.body),
    }
    const call = { input, acteur, resource, request, reply } as unknown as Call<E>
    const answered = () => Promise.resolve<unknown>(handler(call))
    const outgoing = { endpoint, request, reply }
    const sent = isSchema(endpoint.answer)
      ? sendSerialized(
          outgoing,
          await serializedAnswer({ ...outgoing, schema: endpoint.answer, acteurId, answered, cache }),
        )
      : sendUnserialized({ ...outgoing, answer: await answered() })
    onAnswered({ endpoint, request, acteurId, problem: null })
    return sent
  } catch (error) {
    if (error instanceof Problem) onAnswered({ endpoint, request, acteurId, problem: error })
    throw error
  }
}

function isSchema(answer: Endpoint['answer']): answer is v.GenericSchema {
  return typeof answer !== 'string'
}

interface SerializedAnswerRequest extends Pick<IncomingCall<Endpoint>, 'endpoint' | 'request' | 'cache'> {
  readonly schema: v.GenericSchema
  readonly acteurId: number | null
  readonly answered: () => Promise<unknown>
}

function serializedAnswer({ cache, answered, acteurId, ...call }: SerializedAnswerRequest): Promise<Serialized> {
  const serialize = async () => serializeAnswer({ ...call, answer: await answered() })
  return cache ? cache.read(`${acteurId} ${call.request.url}`, serialize) : serialize()
}

function parseParams(endpoint: Endpoint, given: unknown): Record<string, unknown> {
  if (!endpoint.params) return {}
  const result = v.safeParse(endpoint.params, given)
  if (!result.success) throw refusalOf(endpoint)
  return result.output as Record<string, unknown>
}

function headersAsked({ headers }: Endpoint, request: FastifyRequest): Record<string, unknown> {
  const names = Object.keys(headers?.entries ?? {})
  return Object.fromEntries(names.map((name) => [name, decoded(request.headers[name.toLowerCase()])]))
}

function decoded(value: string | string[] | undefined): unknown {
  if (typeof value !== 'string') return value
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** A schema's own sentence is used as it is, because a form shows it. Other issues use the wording of section 8. */
function parseInput(schema: v.GenericSchema | undefined, given: unknown): unknown {
  if (!schema) return undefined
  const { output, issue } = parseForm(schema, given ?? undefined)
  if (!issue) return output
  if (issue.message !== null) throw new Problem('requete.invalide', { message: issue.message })
  const raison = issue.field === null ? 'le corps attendu est absent' : `le champ « ${issue.field} » est incorrect`
  throw new Problem('requete.invalide', { values: { raison } })
}
