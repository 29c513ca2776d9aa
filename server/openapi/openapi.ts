import { toJsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'
import type { Endpoint } from '#domain/contract/endpoint.ts'
import { allEndpoints } from '#domain/contract/endpoints.ts'
import { type ErrorCode, errors } from '#domain/contract/errors.ts'
import { refreshCookieName } from '../session/refreshCookie.ts'

/** An operation of OpenAPI 3.1. */
export interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly security: readonly Record<string, readonly string[]>[]
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly required: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, Response>>
}

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly schema: object
}

type Content = Readonly<Record<string, { readonly schema?: object }>>

interface Response {
  readonly description: string
  readonly content?: Content
}

export interface OpenApi {
  readonly openapi: '3.1.0'
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: object
}

/** The contract table as OpenAPI 3.1, with every endpoint. */
export function openApiOf({ version, publicUrl }: { readonly version: string; readonly publicUrl: string }): OpenApi {
  const paths: Record<string, Record<string, Operation>> = {}
  for (const { name, endpoint } of allEndpoints()) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    const operations = (paths[path] ??= {})
    operations[endpoint.method.toLowerCase()] = operationOf(name, endpoint)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Éclats', version, description: 'Every refusal is JSON { message, code }, the message in French.' },
    servers: [{ url: '/api' }],
    paths,
    components: {
      schemas: { Refusal: refusalSchema },
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token of auth/login, or a grant where the endpoint accepts one.',
        },
        refreshCookie: { type: 'apiKey', in: 'cookie', name: refreshCookieName(publicUrl) },
      },
    },
  }
}

const refusalSchema = {
  type: 'object',
  properties: { message: { type: 'string' }, code: { type: 'string' }, utilisateurId: { type: 'integer' } },
  required: ['message', 'code'],
}

function operationOf(name: string, endpoint: Endpoint): Operation {
  const { body } = endpoint
  const isRequired = body !== undefined && body.type !== 'optional'
  return {
    operationId: name.replace('/', '.'),
    tags: [name.split('/', 1)[0] ?? name],
    summary: endpoint.summary,
    description: `Access: ${endpoint.access}${endpoint.invite ? '' : '; not for guests'}`,
    security: securityOf(endpoint),
    parameters: [
      ...parametersOf('path', endpoint.params),
      ...parametersOf('query', endpoint.query),
      ...parametersOf('header', endpoint.headers),
    ],
    ...(body && { requestBody: { required: isRequired, content: json(inputOf(body)) } }),
    responses: responsesOf(endpoint),
  }
}

function securityOf({ access }: Endpoint): Operation['security'] {
  if (access === 'public') return []
  return [access === 'refreshCookie' ? { refreshCookie: [] } : { bearer: [] }]
}

function parametersOf(place: Parameter['in'], schema: GenericSchema | undefined): Parameter[] {
  const { properties = {}, required = [] } = schema ? inputOf(schema) : {}
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: typeof property === 'object' ? property : {},
  }))
}

function responsesOf({
  answer,
  status = 200,
  errors: declared,
  body,
  query,
  invite,
}: Endpoint): Record<string, Response> {
  const codes: readonly ErrorCode[] = invite ? declared : [...declared, 'invite.refuse']
  const refused: readonly ErrorCode[] = body || query ? ['requete.invalide', ...codes] : codes
  const byStatus = Map.groupBy(new Set(refused), (code) => errors[code].status)
  const refusals = [...byStatus].map(([refusedStatus, some]): [string, Response] => [
    String(refusedStatus),
    { description: some.map((code) => `${code}: ${errors[code].message}`).join('\n'), content: json(refusal) },
  ])
  return {
    [status]: goodAnswer(answer),
    ...Object.fromEntries(refusals),
    default: { description: 'Any other refusal.', content: json(refusal) },
  }
}

const refusal = { $ref: '#/components/schemas/Refusal' }

function goodAnswer(answer: Endpoint['answer']): Response {
  if (answer === 'nothing') return { description: 'Done; the body is empty.' }
  if (answer === 'bytes') return { description: 'Bytes, or the raw answer of a protocol.', content: { '*/*': {} } }
  const schema = toJsonSchema(answer, { typeMode: 'output', errorMode: 'ignore' })
  return { description: 'Done.', content: json(schema) }
}

function json(schema: object): Content {
  return { 'application/json': { schema } }
}

/** Input schema. Rules without an equivalent in JSON Schema, such as an order of dates, are omitted. */
function inputOf(schema: GenericSchema) {
  return toJsonSchema(schema, { typeMode: 'input', errorMode: 'ignore' })
}
