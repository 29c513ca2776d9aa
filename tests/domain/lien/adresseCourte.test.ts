import { expect, test } from 'vitest'
import { alphabetCourt, readCodeCourt, writeCodeCourt } from '#domain/lien/adresseCourte.ts'

test('has 32 symbols, none of which is read as another one', () => {
  expect(new Set(alphabetCourt).size).toBe(32)
  for (const symbol of alphabetCourt) expect(readCodeCourt(symbol.repeat(8))).toBe(symbol.repeat(8))
})

test('reads a short code in any spelling, and look-alikes as the digits that they look like', () => {
  const spellings = ['7K3M-9QXA', '7k3m-9qxa', '7K3M9QXA', '7K3M 9QXA', '7-k3-M9-qxa']
  for (const spelling of spellings) expect(readCodeCourt(spelling)).toBe('7K3M9QXA')
  expect(readCodeCourt('oOiI-lL01')).toBe('00111101')
  for (const other of ['', '7K3M-9QX', '7K3M-9QXAB', '7K3M-9QXU', '7K3M-9QX!']) expect(readCodeCourt(other)).toBeNull()
  expect(writeCodeCourt('7K3M9QXA')).toBe('7K3M-9QXA')
})
