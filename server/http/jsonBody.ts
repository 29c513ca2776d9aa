import type { FastifyInstance } from 'fastify'
import { Problem } from './problem.ts'

/**
 * Maximum size of a JSON body in bytes. The largest regular one, 1000 upload ids to reconcile, uses a quarter of it.
 */
export const jsonMaxBytes = 256 * 1024
const maxDepth = 32
const maxKeys = 2000

/**
 * Checks the structure of a JSON body before it is parsed: parsing 0.9 MB of nested arrays or of 60 000 keys blocks
 * the event loop for 100 to 200 ms.
 */
export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Some clients announce JSON with every call, also without a body.
    if (body === '') return done(null)
    const reason = refusedStructure(body)
    if (reason !== null) return done(new Problem('requete.invalide', { values: { raison: reason } }))
    return parse(request, body, done)
  })
}

/**
 * Why a JSON text is refused without being parsed; null when it may be parsed.
 * Skips strings: braces and colons inside them do not count.
 */
export function refusedStructure(text: string): string | null {
  let depth = 0
  let keys = 0
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = endOfString(text, at)
        break
      case brace:
      case bracket:
        depth += 1
        if (depth > maxDepth) return 'le corps est trop imbriqué'
        break
      case closingBrace:
      case closingBracket:
        depth -= 1
        break
      case colon:
        keys += 1
        if (keys > maxKeys) return 'le corps a trop de champs'
        break
    }
  }
  return null
}

const [quote, backslash, colon] = [0x22, 0x5c, 0x3a]
const [brace, closingBrace, bracket, closingBracket] = [0x7b, 0x7d, 0x5b, 0x5d]

/** The index of the closing quote of the string that starts at `from`; the text length when it is not closed. */
function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (text.charCodeAt(at - 1 - slashes) === backslash) slashes += 1
    if (slashes % 2 === 0) return at
  }
  return text.length
}
