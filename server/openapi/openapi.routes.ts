import { endpoints } from '#domain/contract/endpoints.ts'
import { plainPage } from '../http/plainPage.ts'
import type { Serve } from '../http/serve.ts'
import { docsOf } from './docsPage.ts'
import { openApiOf } from './openapi.ts'

/** Serves the contract as JSON and HTML. Both are built once, at the first request: they would delay every start. */
export function registerOpenApi(serve: Serve, parts: { readonly version: string; readonly publicUrl: string }): void {
  let built: { readonly text: string; readonly corps: string } | undefined
  const contract = () => {
    if (built) return built
    const document = openApiOf(parts)
    built = { text: JSON.stringify(document), corps: docsOf(document) }
    return built
  }
  serve(endpoints.service.openapi, ({ reply }) =>
    reply.type('application/json; charset=utf-8').header('Cache-Control', 'no-cache').send(contract().text),
  )
  serve(endpoints.service.docs, ({ reply }) => reply.send(plainPage(reply, { titre: 'API', corps: contract().corps })))
}
