import { expect, test } from 'vitest'
import type { Notification } from '#domain/notification/notification.ts'
import { grouped, groupMessage, groupTitle, picturesOf } from '#src/features/notification/notificationGroups.ts'

const une = (id: number, change: Partial<Notification> = {}): Notification => ({
  id,
  type: 'MEDIA_VALIDE',
  titre: 'Média validé',
  message: "Votre média est visible dans l'album.",
  evenement_id: 1,
  evenement_titre: 'Fête du lac',
  media_id: id * 10,
  lu: false,
  dateCreation: '2026-06-14T18:00:00.000Z',
  ...change,
})

test('groups equal notifications of one event at the position of the latest', () => {
  const list = [une(9), une(8, { type: 'MEDIA_REJETE', message: 'Photo floue' }), une(7), une(6), une(5)]
  expect(grouped(list).map(({ all }) => all.map(({ id }) => id))).toEqual([[9, 7, 6, 5], [8]])
})

test('keeps read ones, other events and other texts separate', () => {
  const list = [une(9), une(8, { lu: true }), une(7, { evenement_id: 2 }), une(6, { message: 'Autre' })]
  expect(grouped(list)).toHaveLength(4)
})

test('shows the count and at most three different media', () => {
  const [group] = grouped([une(9), une(8), une(7), une(6, { media_id: 90 }), une(5)])
  if (!group) throw new Error('there is one group')
  expect(groupTitle(group)).toBe('5\u00A0médias validés')
  expect(groupMessage(group)).toBe("Vos médias sont visibles dans l'album.")
  expect(picturesOf(group).map(({ mediaId }) => mediaId)).toEqual([90, 80, 70])
})

test('shows no picture of a deleted media, or for a list of the older format', () => {
  const kept = une(9)
  const { media_id: _, ...before } = kept
  expect(picturesOf({ first: kept, all: [une(8, { media_id: null }), before as Notification] })).toEqual([])
})
