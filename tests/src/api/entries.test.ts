import * as v from 'valibot'
import { expect, test } from 'vitest'
import { parseEntries, validEntries } from '#src/api/entries.ts'

const schema = v.object({ id: v.number(), titre: v.string() })

test('keeps the other entries of a list with a corrupt one', () => {
  const entries = parseEntries(schema, [
    { id: 1, titre: 'Un' },
    { id: 'deux' },
    null,
    { id: 3, titre: 'Trois', autre: 1 },
  ])
  expect(entries).toEqual([{ id: 1, titre: 'Un' }, null, null, { id: 3, titre: 'Trois' }])
  expect(validEntries(entries).map(({ id }) => id)).toEqual([1, 3])
})

test('treats a non-list as an empty list', () => {
  expect(parseEntries(schema, { message: 'non' })).toEqual([])
})
