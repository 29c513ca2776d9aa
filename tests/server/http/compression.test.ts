import { expect, test } from 'vitest'
import { codingFor } from '#server/http/compression.ts'

test.each([
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br ; q=0.000 , gzip ;q=0.5', 'gzip'],
  ['br\t;\tq=0\t,\tgzip\t', 'gzip'],
  ['br;q=0.1,gzip;q=1.0', 'br'],
  ['gzip;q=0', undefined],
  [`br${' '.repeat(100)};${' '.repeat(100)}q=0`, undefined],
])('accepts %o as %s', (accepted, coding) => {
  expect(codingFor(accepted)).toBe(coding)
})
