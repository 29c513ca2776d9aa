import { expect, test } from 'vitest'
import type { Lien } from '#domain/lien/lien.ts'
import { lienNames } from '#src/features/lien/lienNames.ts'

const at = (hours: number) => new Date(new Date().getFullYear(), 5, 12, hours, 2).toISOString()

function lien(id: number, more: Partial<Lien> = {}): Lien {
  return {
    id,
    code: `code${id}`,
    url: `https://eclats.test/e/code${id}`,
    adresseCourte: `https://eclats.test/e/7K3M-9QX${id}`,
    entree: 'DIRECTE',
    identite: 'PRENOM',
    arrivees: 0,
    creeLe: at(18),
    revoqueLe: null,
    ...more,
  }
}

test('names a link by the minute of its creation, and says that it is revoked', () => {
  const names = lienNames([lien(1), lien(2, { creeLe: at(19) }), lien(3, { creeLe: at(20), revoqueLe: at(21) })])
  expect([...names]).toEqual([
    [1, 'du 12 juin, 18:02'],
    [2, 'du 12 juin, 19:02'],
    [3, 'du 12 juin, 20:02, révoqué'],
  ])
})

test('adds the short code to links of the same minute', () => {
  const names = lienNames([lien(1), lien(2, { revoqueLe: at(20) }), lien(3, { adresseCourte: null })])
  expect([...names.values()]).toEqual([
    'du 12 juin, 18:02 (7K3M-9QX1)',
    'du 12 juin, 18:02 (7K3M-9QX2), révoqué',
    'du 12 juin, 18:02',
  ])
})
