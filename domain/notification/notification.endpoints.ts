import * as v from 'valibot'
import { endpoint } from '#domain/contract/endpoint.ts'
import { idParam, messageAnswer } from '#domain/contract/fields.ts'
import { messageSentSchema, notificationSchema } from '#domain/notification/notification.ts'

export const notificationEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/notifications',
    access: 'session',
    invite: true,
    answer: v.array(notificationSchema),
    errors: ['session.requise', 'session.expiree'],
    summary: "Returns the signed-in person's latest hundred notifications, newest first.",
  }),
  markRead: endpoint({
    method: 'PUT',
    path: '/notifications/:id/lu',
    access: 'session',
    invite: true,
    params: v.object({ id: idParam }),
    answer: notificationSchema,
    errors: ['notification.introuvable'],
    summary: "Marks one of the caller's own notifications as read.",
  }),
  markAllRead: endpoint({
    method: 'PUT',
    path: '/notifications/lu',
    access: 'session',
    invite: true,
    answer: messageAnswer,
    errors: ['session.requise', 'session.expiree'],
    summary: "Marks all of the caller's own notifications as read.",
  }),
  announce: endpoint({
    method: 'POST',
    path: '/organisateur/evenements/:id/notifications',
    access: 'evenement.organisateur',
    invite: false,
    params: v.object({ id: idParam }),
    body: messageSentSchema,
    answer: messageAnswer,
    status: 201,
    errors: [
      'requete.invalide',
      'evenement.introuvable',
      'utilisateur.email_a_confirmer',
      'requete.trop_de_tentatives',
    ],
    summary: 'Sends a message to all VALIDE participants of an own event. Idempotent by `cle`.',
  }),
}
