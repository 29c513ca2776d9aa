import { expect, test } from 'vitest'
import { type Fichier, partageLots } from '#src/features/album/partageLots.ts'

const mo = 1024 * 1024
const fichier = (id: number, taille: number): Fichier => ({
  id,
  taille,
  nom: `${id}.jpg`,
  mime: 'image/jpeg',
  type: 'IMAGE',
})
const lotsOf = (...sizes: number[]) =>
  partageLots(sizes.map((taille, n) => fichier(n + 1, taille))).map((lot) => lot.map(({ id }) => id))

test('limits a batch to 20 files and 100 Mo, and gives a larger file its own batch', () => {
  expect(lotsOf()).toEqual([])
  expect(lotsOf(...Array.from({ length: 45 }, () => mo)).map(({ length }) => length)).toEqual([20, 20, 5])
  expect(lotsOf(60 * mo, 40 * mo, 1, 99 * mo, 2 * mo)).toEqual([[1, 2], [3, 4], [5]])
  expect(lotsOf(1, 100 * mo, 1)).toEqual([[1], [2], [3]])
})
