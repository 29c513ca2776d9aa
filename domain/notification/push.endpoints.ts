import * as v from 'valibot'
import { endpoint } from '#domain/contract/endpoint.ts'
import { messageAnswer } from '#domain/contract/fields.ts'
import { appareilPushSchema } from '#domain/notification/push.ts'

export const pushEndpoints = {
  key: endpoint({
    method: 'GET',
    path: '/notifications/push',
    access: 'session',
    invite: true,
    answer: v.object({ cle: v.string() }),
    errors: ['session.requise', 'session.expiree'],
    summary: 'Returns the public key with which a browser subscribes to pushes of this server (VAPID, RFC 8292).',
  }),
  subscribe: endpoint({
    method: 'PUT',
    path: '/notifications/push',
    access: 'session',
    invite: true,
    body: appareilPushSchema,
    answer: messageAnswer,
    errors: ['requete.invalide', 'push.service_inconnu'],
    summary: 'Subscribes a device to pushed notifications. Idempotent.',
  }),
  unsubscribe: endpoint({
    method: 'POST',
    path: '/notifications/push/fin',
    access: 'session',
    invite: true,
    body: v.pick(appareilPushSchema, ['endpoint']),
    answer: messageAnswer,
    errors: ['requete.invalide'],
    summary: "Unsubscribes one of the caller's own devices from pushed notifications.",
  }),
}
