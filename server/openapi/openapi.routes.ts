import { endpoints } from '#domain/contract/endpoints.ts'
import { plainPage } from '../http/plainPage.ts'
import type { Serve } from '../http/serve.ts'
import { docsOf } from './docsPage.ts'
import { openApiOf } from './openapi.ts'

/** Serves the contract as JSON and HTML. Both are built once. */
export function registerOpenApi(serve: Serve, parts: { readonly version: string; readonly publicUrl: string }): void {
  const document = openApiOf(parts)
  const text = JSON.stringify(document)
  const corps = docsOf(document)
  serve(endpoints.service.openapi, ({ reply }) =>
    reply.type('application/json; charset=utf-8').header('Cache-Control', 'no-cache').send(text),
  )
  serve(endpoints.service.docs, ({ reply }) => reply.send(plainPage(reply, { titre: 'API', corps })))
}
