import { expect, test } from 'vitest'
import type { EntreeGalerie } from '#domain/media/galerieIndex.ts'
import {
  entreesAt,
  itemsIn,
  itemsNotInList,
  placesOf,
  withoutItemsInFlight,
  withQueued,
} from '#src/features/media/queued.ts'
import { unEnvoi } from '#tests/support/unEnvoi.ts'

const minute = 60_000
const auteur = { id: 3, prenom: 'Karim', nom: 'Haddad' }
const entree = (id: number, at: number): EntreeGalerie => {
  const media = { statut: 'VALIDE', type: 'IMAGE', favori: false, apercu: true, ratio: 1.5 } as const
  return { ...media, id, minute: at, auteur: { id: 4, prenom: 'Léa', nom: 'Morel' } }
}
const grid = { evenementId: 1, entrees: [entree(7, 100)], requestedAt: 5 * minute }

test('shows photos of this event stored on this phone, newest first', () => {
  const items = [
    unEnvoi('queued', { id: 'a' }),
    unEnvoi('staging'),
    unEnvoi('lost_source'),
    unEnvoi('cancelled'),
    unEnvoi('queued', { evenementId: 2 }),
    unEnvoi('done', { duplicate: true }),
    unEnvoi('failed', { id: 'b' }),
  ]
  expect(itemsIn(items, 1).map(({ id }) => id)).toEqual(['b', 'a'])
})

test("keeps a received photo until the server's list contains it, and no deleted one", () => {
  const received = { deliveredAt: grid.requestedAt + 1 }
  const items = [
    unEnvoi('done', { id: 'not told yet', mediaId: 8, ...received }),
    unEnvoi('done', { id: 'told', mediaId: 7, ...received }),
    unEnvoi('done', { id: 'deleted', mediaId: 6, deliveredAt: grid.requestedAt - 1 }),
    unEnvoi('sending', { id: 'on its way' }),
  ]
  expect(itemsNotInList(grid, items).map(({ id }) => id)).toEqual(['not told yet', 'on its way'])
})

test('hides the new media of a photo whose answer has not arrived, and nothing else', () => {
  const own = (id: number, at: number): EntreeGalerie => ({ ...entree(id, at), auteur })
  const items = [
    unEnvoi('sending', { takenAt: 9 * minute + 5 }),
    unEnvoi('done', { takenAt: 9 * minute, mediaId: 20 }),
    unEnvoi('failed', { takenAt: 12 * minute }),
  ]
  const shown = [own(19, 9)]
  const video = { ...own(25, 9), type: 'VIDEO' as const }
  const entrees = [own(19, 9), own(20, 9), own(21, 9), entree(22, 9), own(23, 10), own(24, 12), video]
  const left = withoutItemsInFlight(entrees, { items, utilisateurId: auteur.id, shown })
  expect(left.map(({ id }) => id)).toEqual([19, 20, 22, 23, 24, 25])
  expect(withoutItemsInFlight(entrees, { items: items.slice(1), utilisateurId: auteur.id, shown })).toBe(entrees)
})

test('keeps its positions when bytes are confirmed', () => {
  const item = unEnvoi('sending', { id: 'one' })
  expect(placesOf([{ ...item, confirmedBytes: 50, state: 'backoff' }])).toBe(placesOf([item]))
  expect(placesOf([{ ...item, takenAt: item.takenAt + minute }])).not.toBe(placesOf([item]))
})

test('sorts by capture time, before received photos of the same minute', () => {
  const items = [
    unEnvoi('queued', { takenAt: 90 * minute, type: 'video/mp4' }),
    unEnvoi('queued', { takenAt: 100 * minute + 59_000 }),
  ]
  const queued = entreesAt(placesOf(items), auteur)
  expect(queued.map(({ type }) => type)).toEqual(['IMAGE', 'VIDEO'])
  expect(queued.every(({ id }) => id < 0)).toBe(true)
  const order = withQueued([entree(7, 100), entree(5, 80)], queued).map((one) => (one.id < 0 ? 'queued' : one.id))
  expect(order).toEqual(['queued', 7, 'queued', 5])
})
