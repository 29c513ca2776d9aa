import { expect, test } from 'vitest'
import { guessEvenement } from '#domain/evenement/guessEvenement.ts'

const at = (hour: string) => Date.parse(`2026-06-20T${hour}:00.000Z`)
const un = (id: number, statut: 'EN_COURS' | 'TERMINE', from: string, to: string) => ({
  id,
  statut,
  dateDebut: new Date(at(from)).toISOString(),
  dateFin: new Date(at(to)).toISOString(),
})
const noces = un(1, 'TERMINE', '08:00', '10:00')
const regate = un(2, 'EN_COURS', '18:00', '20:00')

test('assigns photos to the event during which most were taken, including adjacent hours', () => {
  expect(guessEvenement([regate, noces], [at('09:00'), at('09:30'), at('19:00')])).toBe(noces)
  expect(guessEvenement([noces, regate], [at('16:30')])).toBe(regate)
})

test('assigns photos of another day to the running event, otherwise to the last one', () => {
  expect(guessEvenement([noces, regate], [0])).toBe(regate)
  const later = un(3, 'TERMINE', '11:00', '12:00')
  expect(guessEvenement([noces, later], [])).toBe(later)
  expect(guessEvenement([], [0])).toBeUndefined()
})
