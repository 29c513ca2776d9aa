import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allEndpoints } from '#domain/contract/endpoints.ts'
import { type ErrorCode, errors } from '#domain/contract/errors.ts'

const codes = Object.keys(errors) as ErrorCode[]

/** What any call can answer, whatever its line of the contract says. */
const general: Partial<Record<ErrorCode, string>> = {
  'requete.trop_volumineuse': 'every call with a body has a limit of its size',
  'requete.type': 'every call with a body has one content type',
  'serveur.erreur': 'a failure that no rule foresees',
}

/** The code that answers requests: neither the catalogue, nor the contract, nor the demo's sample data. */
function answeringSources(): string {
  return globSync(['server/**/*.ts', 'domain/**/*.ts'])
    .filter((path) => !/^server\/demo\/|\.endpoints\.ts$|^domain\/contract\//.test(path))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
}

test('every code of the catalogue is thrown by the server', () => {
  // A code that is only compared with is not thrown.
  const sources = answeringSources().replaceAll(/[=!]== '[^']+'/g, '')
  expect(codes.filter((code) => !sources.includes(`'${code}'`))).toEqual([])
})

test('every code of the catalogue is named by a line of the contract, or is general', () => {
  const named = new Set(allEndpoints().flatMap(({ endpoint }) => endpoint.errors))
  expect(codes.filter((code) => !named.has(code) && general[code] === undefined)).toEqual([])
  expect(codes.filter((code) => named.has(code) && general[code] !== undefined)).toEqual([])
})
