import { expect, test } from 'vitest'
import { isAppPath } from '#domain/contract/appPath.ts'
import { typesNotification } from '#domain/notification/notification.ts'
import { notificationPlace, placeOfNotifications } from '#domain/notification/notificationPlace.ts'

const roles = ['PARTICIPANT', 'ORGANISATEUR'] as const
const about = (type: (typeof typesNotification)[number], evenement_id: number | null = 12) => ({ type, evenement_id })

test.each(roles)('leads every notification of a %s about an event into their own area', (role) => {
  const area = role === 'PARTICIPANT' ? /^\/(participant|profil)/ : /^\/(organizer|organisateur|profil)/
  for (const type of typesNotification) {
    const place = notificationPlace(about(type), role)
    expect(place).toMatch(area)
    expect(isAppPath(place)).toBe(true)
  }
})

test('leads nowhere for a deleted event, unless no event is needed', () => {
  expect(notificationPlace(about('EVENEMENT', null), 'PARTICIPANT')).toBeNull()
  expect(notificationPlace(about('INVITATION', null), 'PARTICIPANT')).toBe('/participant/evenements')
  expect(notificationPlace(about('CONSENTEMENT', null), 'PARTICIPANT')).toBe('/profil')
})

test('opens one decided media, and the album for several', () => {
  const one = { ...about('MEDIA_VALIDE'), media_id: 7 }
  const place = placeOfNotifications([one], 'PARTICIPANT')
  expect(place).toBe('/participant/evenements/12/medias?media=7')
  expect(isAppPath(place)).toBe(true)
  expect(placeOfNotifications([one, { ...one, media_id: 8 }], 'PARTICIPANT')).toBe('/participant/evenements/12/medias')
  expect(notificationPlace({ ...one, media_id: null }, 'PARTICIPANT')).toBe('/participant/evenements/12/medias')
})

test('opens the removal requests for the organiser, also for several', () => {
  const asked = about('RETRAIT')
  const place = placeOfNotifications([asked], 'ORGANISATEUR')
  expect(place).toBe('/organisateur/evenements/12/medias?vue=demandes')
  expect(isAppPath(place)).toBe(true)
  expect(placeOfNotifications([asked, asked], 'ORGANISATEUR')).toBe(place)
})

test('opens the common target of several notifications, otherwise the event or the list', () => {
  const [decided, changed] = [about('MEDIA_VALIDE'), about('EVENEMENT')]
  expect(placeOfNotifications([decided, about('MEDIA_REJETE')], 'PARTICIPANT')).toBe(
    '/participant/evenements/12/medias',
  )
  expect(placeOfNotifications([decided, changed], 'PARTICIPANT')).toBe('/participant/evenements/12')
  expect(placeOfNotifications([about('EVENEMENT', null)], 'PARTICIPANT')).toBe('/notifications')
  expect(placeOfNotifications([changed], 'ADMINISTRATEUR')).toBe('/notifications')
})
