import * as v from 'valibot'
import { expect, test } from 'vitest'
import { byNewestDateDebut, evenementInputSchema, matchesSearch } from '#domain/evenement/evenement.ts'

const mariage = {
  titre: 'Mariage de Camille',
  description: 'Une fête',
  dateDebut: '2026-06-20T14:00:00.000Z',
  dateFin: '2026-06-21T02:00:00.000Z',
  lieu: 'Saumur',
  capaciteMax: 80,
}

const unreadable = (which: string) =>
  `La date de ${which} doit exister et porter son décalage horaire (exemple : 2026-06-14T18:30:00+02:00)`

function firstSentence(change: Record<string, unknown>): string | undefined {
  const result = v.safeParse(evenementInputSchema, { ...mariage, ...change })
  return result.success ? undefined : result.issues[0].message
}

test.for([
  [{}, undefined],
  [{ titre: '  ' }, 'Le titre est obligatoire'],
  [{ titre: ' ', description: '', lieu: '' }, 'Le titre est obligatoire'],
  [{ description: ' ', lieu: '' }, 'La description est obligatoire'],
  [{ dateDebut: '' }, 'La date de début est obligatoire'],
  [{ dateFin: '' }, 'La date de fin est obligatoire'],
  [{ dateDebut: '2026-06-20T14:00' }, unreadable('début')],
  [{ dateDebut: '2026-02-31T14:00:00Z' }, unreadable('début')],
  [{ dateDebut: '2026-06-20' }, unreadable('début')],
  [{ dateDebut: 'demain', lieu: '' }, unreadable('début')],
  [{ dateDebut: '0026-06-20T14:00:00Z' }, 'La date de début doit être entre 1900 et 2999'],
  [{ dateDebut: '0000-01-01T00:00:00+02:00' }, 'La date de début doit être entre 1900 et 2999'],
  [{ dateDebut: '9999-12-31T23:59:00-05:00' }, 'La date de début doit être entre 1900 et 2999'],
  [{ dateFin: '9999-12-31T23:59:00-05:00' }, 'La date de fin doit être entre 1900 et 2999'],
  [{ dateFin: '2026-06-31T14:00:00+02:00' }, unreadable('fin')],
  [{ fuseau: 'Europe/Lutece' }, 'Le fuseau horaire est inconnu'],
  [{ fuseau: 'Europe/Lutece', lieu: '' }, 'Le lieu est obligatoire'],
  [{ dateFin: mariage.dateDebut }, 'La date de fin doit être postérieure à la date de début'],
  [{ dateFin: '2026-06-19T14:00:00.000Z' }, 'La date de fin doit être postérieure à la date de début'],
  [{ lieu: ' ' }, 'Le lieu est obligatoire'],
  [{ capaciteMax: 0 }, "La capacité maximale doit être d'au moins 1"],
  [{ capaciteMax: 1.5 }, 'La capacité maximale doit être un nombre entier'],
  [{ capaciteMax: null }, undefined],
] as const)('returns for an event with %o: %s', ([change, sentence]) => {
  expect(firstSentence(change)).toBe(sentence)
})

test('trims texts and converts times to UTC', () => {
  const parsed = v.parse(evenementInputSchema, { ...mariage, titre: ' Noces ', dateDebut: '2026-06-20T16:00:00+02:00' })
  expect(parsed).toMatchObject({ titre: 'Noces', dateDebut: '2026-06-20T14:00:00.000Z' })
})

test.for([
  ['SAUMUR', true],
  ['fete', true],
  ['camille', true],
  ['paris', false],
] as const)('searching %s finds the event: %s', ([search, found]) => {
  expect(matchesSearch(mariage, search)).toBe(found)
})

test.for([
  ["l'annee du coeur", 'L’année du cœur'],
  ['l’année du cœur', "L'annee du coeur"],
  ['fête\u202F!', 'Fête !'],
  ['fête !', 'Fête\u00A0!'],
  ['avec nous', 'Venez avec\nnous'],
] as const)('searching "%s" finds "%s", however both are typed', ([search, titre]) => {
  expect(matchesSearch({ ...mariage, titre }, search)).toBe(true)
})

test('sorts the newest dateDebut first', () => {
  const older = { dateDebut: '2025-01-01T00:00:00.000Z' }
  expect([older, mariage].toSorted(byNewestDateDebut)).toEqual([mariage, older])
})
