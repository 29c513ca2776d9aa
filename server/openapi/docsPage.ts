import { escaped } from '../http/htmlText.ts'
import type { OpenApi, Operation } from './openapi.ts'

/** The API document as HTML: one section per noun, one article per endpoint. Contains no user data. */
export function docsOf({ paths, info }: OpenApi): string {
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ path, method, operation })),
  )
  const nouns = Map.groupBy(calls, ({ operation }) => operation.tags[0] ?? '')
  const contents = [...nouns.keys()].map((noun) => `<a href="#${escaped(noun)}">${escaped(noun)}</a>`).join(' · ')
  const sections = [...nouns].map(
    ([noun, some]) => `<h2 id="${escaped(noun)}">${escaped(noun)}</h2>\n<ol>\n${some.map(article).join('\n')}\n</ol>`,
  )
  return `<div lang="en">
<p class="quiet">${escaped(info.description)} Machine-readable: <a href="/api/openapi.json">/api/openapi.json</a></p>
<p>${contents}</p>
${sections.join('\n')}
</div>`
}

interface Call {
  readonly path: string
  readonly method: string
  readonly operation: Operation
}

function article({ path, method, operation }: Call): string {
  const { operationId, summary, description, parameters, requestBody, responses } = operation
  const query = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
  return `<li><article id="${escaped(operationId)}">
<h3>${escaped(`${method.toUpperCase()} /api${path}`)}</h3>
<p>${escaped(summary)}</p>
<p class="quiet">${escaped(description)}</p>
${query.length > 0 ? `<p class="quiet">Query: ${escaped(query.join(', '))}</p>` : ''}
${requestBody ? schemaBlock('Body', requestBody.content) : ''}
${Object.entries(responses)
  .map(([status, response]) => answer(status, response))
  .join('\n')}
</article></li>`
}

function answer(status: string, { description, content = {} }: Operation['responses'][string]): string {
  if (status === 'default') return ''
  if (status.startsWith('2')) return schemaBlock(`${status}: ${description}`, content)
  return `<p class="words quiet">${escaped(`${status}: ${description}`)}</p>`
}

function schemaBlock(title: string, content: object): string {
  const [first] = Object.values(content) as { schema?: object }[]
  if (!first?.schema) return `<p class="quiet">${escaped(title)}</p>`
  return `<details><summary>${escaped(title)}</summary><pre>${escaped(JSON.stringify(first.schema, null, 2))}</pre></details>`
}
