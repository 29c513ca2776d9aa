import { expect, test } from 'vitest'
import { depotsWindow } from '#src/features/tableau/depotsWindow.ts'

const hour = (heure: string, nombre: number, enAttente = 0) => ({ heure: `${heure}:00:00.000Z`, nombre, enAttente })

test('ends the chart with the last hour with a deposit, and keeps empty hours before it', () => {
  const depots = [hour('2026-06-20T12', 9), hour('2026-06-20T21', 4), hour('2026-06-21T00', 3, 2)]
  expect(depotsWindow(depots, 5)).toEqual([
    hour('2026-06-20T20', 0),
    hour('2026-06-20T21', 4),
    hour('2026-06-20T22', 0),
    hour('2026-06-20T23', 0),
    hour('2026-06-21T00', 3, 2),
  ])
})

test('has no chart without a deposit', () => {
  expect(depotsWindow([], 8)).toEqual([])
})
