import * as v from 'valibot'
import { expect, test } from 'vitest'
import { parseForm } from '#domain/contract/firstIssue.ts'
import { evenementInputSchema, evenementUpdateSchema } from '#domain/evenement/evenement.ts'

const form = {
  titre: 'Mariage',
  description: 'Au lac',
  dateDebut: '2026-07-01T10:00:00Z',
  dateFin: '2026-07-01T09:00:00Z',
  lieu: '',
}

test('treats a missing field like an empty one', () => {
  expect(parseForm(evenementInputSchema, {}).issue).toEqual({ message: 'Le titre est obligatoire', field: 'titre' })
})

test('returns the first error in the order of the form, including rules between fields', () => {
  const message = 'La date de fin doit être postérieure à la date de début'
  expect(parseForm(evenementInputSchema, form).issue?.message).toBe(message)
  expect(parseForm(evenementUpdateSchema, form).issue?.message).toBe(message)
})

test('returns no message for an error without our own', () => {
  const schema = v.object({ n: v.number() })
  expect(parseForm(schema, { n: 'one' }).issue).toEqual({ message: null, field: 'n' })
  expect(parseForm(schema, 'text').issue).toEqual({ message: null, field: null })
})

test('returns the parsed value without unknown fields', () => {
  const schema = v.object({ n: v.pipe(v.string(), v.transform(Number)), m: v.optional(v.number(), 2) })
  expect(parseForm(schema, { n: '1', x: 3 })).toEqual({ output: { n: 1, m: 2 }, issue: null })
})
