import { expect, test } from 'vitest'
import { turnsOf } from '../../scripts/turns.ts'

test('writes the oldest suite at once and keeps the others until it has ended', () => {
  const written: (string | Uint8Array)[] = []
  const begin = turnsOf((text) => void written.push(text))
  const [first, second, third] = [begin(), begin(), begin()]
  second.write('second 1')
  first.write('first 1')
  third.write('third 1')
  third.end()
  first.write('first 2')
  expect(written).toEqual(['first 1', 'first 2'])
  first.end()
  second.write('second 2')
  expect(written.slice(2)).toEqual(['second 1', 'second 2'])
  second.end()
  expect(written.slice(4)).toEqual(['third 1'])
  const fourth = begin()
  fourth.write('fourth 1')
  expect(written.at(-1)).toBe('fourth 1')
})
