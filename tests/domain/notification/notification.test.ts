import * as v from 'valibot'
import { expect, test } from 'vitest'
import { notificationSchema, typesNotification } from '#domain/notification/notification.ts'

const notification = {
  id: 1,
  titre: 'Média validé',
  message: "Votre média est visible dans l'album.",
  evenement_id: 7,
  lu: false,
  dateCreation: '2026-06-20T21:04:00.000Z',
}

test('accepts each known kind and rejects an unknown one', () => {
  for (const type of typesNotification) expect(v.is(notificationSchema, { ...notification, type })).toBe(true)
  expect(v.is(notificationSchema, { ...notification, type: 'PUBLICITE' })).toBe(false)
})
