import { expect, test } from 'vitest'
import type { Notification } from '#domain/notification/notification.ts'
import { newSince, notificationToast } from '#src/features/notification/notificationToast.ts'

const une = (id: number, titre: string, lu = false): Notification => ({
  id,
  type: 'EVENEMENT',
  titre,
  message: 'Le lieu a changé.',
  evenement_id: 1,
  evenement_titre: 'Fête du lac',
  media_id: null,
  lu,
  dateCreation: '2026-06-14T18:00:00.000Z',
})

test('treats later unread notifications as new', () => {
  const list = [une(9, 'Neuf'), une(8, 'Huit', true), une(7, 'Sept'), une(6, 'Six')]
  expect(newSince(list, 6).map(({ id }) => id)).toEqual([9, 7])
})

test('shows the text of one notification, and the number and topic of several', () => {
  expect(notificationToast([une(1, 'Mariage')])).toEqual({ title: 'Mariage', message: 'Le lieu a changé.' })
  expect(notificationToast([une(3, 'Média validé'), une(2, 'Média validé')])).toEqual({
    title: '2\u00A0nouvelles notifications',
    message: 'Média validé',
  })
  expect(notificationToast(['Un', 'Deux', 'Trois', 'Quatre'].map((titre, at) => une(at, titre))).message).toBe(
    'Un, Deux, et 2\u00A0autres',
  )
})
