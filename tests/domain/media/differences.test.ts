import * as v from 'valibot'
import { expect, test } from 'vitest'
import { differencesOf, differencesSchema, sumsOf } from '#domain/media/differences.ts'
import { randomFrom } from '#tests/support/random.ts'

test('encodes small increments as one character each', () => {
  expect(differencesOf([0, 1, 34, 34])).toBe(':;[:')
  expect(differencesOf([34, 33, 1_000_000])).toBe('34 -1 999967 ')
  expect(differencesOf([])).toBe('')
})

test('decodes what it encodes, for steps from one to thousands in both directions', () => {
  const random = randomFrom(34)
  for (const step of [1, 2, 33, 34, 35, 100, 10_000]) {
    for (const back of [0, 0.1, 0.5]) {
      let sum = 0
      const values = Array.from({ length: 300 }, () => {
        const by = Math.floor(random() * (step + 1))
        return (sum += random() < back ? -by : by)
      })
      const text = v.parse(differencesSchema, JSON.parse(JSON.stringify(differencesOf(values))))
      expect(sumsOf(text), `steps up to ${step}`).toEqual(values)
    }
  }
})

test('decodes the older format with spaces', () => {
  expect(sumsOf('5 1 -2 40 0')).toEqual([5, 6, 4, 44, 44])
})

test('rejects invalid input and terminates', () => {
  for (const text of ['7', '7 8', ' 7 ', '1e3 ', '-', '--7 ', '\\', ';;/', 'a', ';\n']) {
    expect(v.is(differencesSchema, text), `text ${text}`).toBe(false)
    expect(sumsOf(text).length, `text ${text}`).toBeLessThanOrEqual(text.length)
  }
})
