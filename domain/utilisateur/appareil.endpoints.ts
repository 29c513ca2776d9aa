import * as v from 'valibot'
import { endpoint } from '#domain/contract/endpoint.ts'
import { messageAnswer } from '#domain/contract/fields.ts'
import { appareilSchema } from '#domain/utilisateur/appareil.ts'

export const appareilEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/auth/appareils',
    access: 'session',
    invite: true,
    answer: v.array(appareilSchema),
    errors: ['session.requise', 'session.expiree'],
    summary: 'Returns the devices on which the caller is signed in, the last used first.',
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/auth/appareils/:id',
    access: 'session',
    invite: true,
    params: v.object({ id: v.pipe(v.string(), v.uuid()) }),
    answer: messageAnswer,
    errors: ['session.requise', 'session.expiree', 'appareil.introuvable'],
    summary:
      "Signs out one of the caller's own devices. Ends its sessions, refresh cookie, grants and push subscription.",
  }),
  endOthers: endpoint({
    method: 'DELETE',
    path: '/auth/appareils',
    access: 'session',
    invite: true,
    answer: messageAnswer,
    errors: ['session.requise', 'session.expiree'],
    summary: 'Signs out all other devices of the signed-in person.',
  }),
}
