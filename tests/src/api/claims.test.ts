import { expect, test } from 'vitest'
import { readClaims } from '#src/api/claims.ts'
import { unToken } from '#tests/src/token.ts'

test('reads an empty address from the token of a guest', () => {
  expect(readClaims(unToken({ userId: 7, sub: 'invite:7' }))).toMatchObject({ userId: 7, email: '' })
  expect(readClaims(unToken({}))).toMatchObject({ email: 'lea@demo.eclats.test' })
})
