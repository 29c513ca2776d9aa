import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { attemptKeysOf } from '#server/tentative/attemptKeys.ts'

/** Of a network, a device, an address, a link, an invitation or an event: not of an account. */
const others = /^(network|networkOf\(.+\)|device|email|secretHash\(email\)|lienId|invitation\.id|evenementId)$/
/** Ends after a day. It names the person by number alone, with the hash of an address. */
const leftOut = ['invitation-de']

const files = globSync('server/**/*.ts')
const sources = files
  .map((file) => readFileSync(file, 'utf8'))
  .filter((text) => /from '\..*\/rateLimit\.ts'/.test(text) && !text.includes('interface KeyedRequest'))

test('exports and erases the attempts of every key with the number of an account', () => {
  const keys = sources.flatMap((text) =>
    Array.from(text.matchAll(/(?:cle: |cle = |return )`([a-z-]+):\$\{((?:[^{}`]|\{[^}]*\})+)\}/g)),
  )
  const ofAccounts = keys.flatMap(([, noun = '', whose = '']) => (others.test(whose) ? [] : [noun]))
  expect(ofAccounts.length).toBeGreaterThan(10)
  const kept = attemptKeysOf({ id: 7, email: 'lea@eclats.test', emailConfirmeLe: '2026-06-20T12:00:00.000Z' })
  expect([...new Set(ofAccounts)].filter((noun) => !kept.includes(`${noun}:7`))).toEqual(leftOut)
})
