import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allEndpoints } from '#domain/contract/endpoints.ts'
import { type ErrorCode, errors } from '#domain/contract/errors.ts'

const codes = Object.keys(errors) as ErrorCode[]

/** Codes that any call can return, in addition to its contract. */
const general: Partial<Record<ErrorCode, string>> = {
  'requete.trop_volumineuse': 'every call with a body has a limit of its size',
  'requete.type': 'every call with a body has one content type',
  'serveur.erreur': 'a failure that no rule foresees',
}

/** Code of the request handlers: neither the catalogue, nor the contract, nor the demo's sample data. */
function answeringSources(): string {
  return globSync(['server/**/*.ts', 'domain/**/*.ts'])
    .filter((path) => !/^server\/demo\/|\.endpoints\.ts$|^domain\/contract\//.test(path))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
}

test('throws every code of the catalogue in the server', () => {
  // A code that is only compared with is not thrown.
  const sources = answeringSources().replaceAll(/[=!]== '[^']+'/g, '')
  expect(codes.filter((code) => !sources.includes(`'${code}'`))).toEqual([])
})

test('names every code of the catalogue in an endpoint of the contract, or as general', () => {
  const named = new Set(allEndpoints().flatMap(({ endpoint }) => endpoint.errors))
  expect(codes.filter((code) => !named.has(code) && general[code] === undefined)).toEqual([])
  expect(codes.filter((code) => named.has(code) && general[code] !== undefined)).toEqual([])
})
