import { expect, test } from 'vitest'
import type { Notification } from '#domain/notification/notification.ts'
import { isReadInList, newSince, notificationToast } from '#src/features/notification/notificationToast.ts'

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

test('shows the start of a long message, after a whole character, and the whole of a short one', () => {
  const long = { ...une(1, 'Programme'), message: `${'a'.repeat(117)} 🎉${'b'.repeat(800)}` }
  expect(notificationToast([long])).toEqual({ title: 'Programme', message: `${'a'.repeat(117)}…` })
  const short = { ...une(1, 'Programme'), message: 'a'.repeat(120) }
  expect(notificationToast([short]).message).toBe(short.message)
})

test('sends to the list for the message of an organiser that a toast shortens, and not for a long reason', () => {
  const message = 'a'.repeat(121)
  expect(isReadInList({ ...une(1, 'Programme'), message })).toBe(true)
  expect(isReadInList(une(1, 'Programme'))).toBe(false)
  expect(isReadInList({ ...une(1, 'Média rejeté'), type: 'MEDIA_REJETE', message })).toBe(false)
})
