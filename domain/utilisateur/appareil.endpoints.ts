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
    summary: 'The devices where the signed-in person is signed in, used last first.',
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/auth/appareils/:id',
    access: 'session',
    invite: true,
    params: v.object({ id: v.pipe(v.string(), v.uuid()) }),
    answer: messageAnswer,
    errors: ['session.requise', 'session.expiree', 'appareil.introuvable'],
    summary: "Signs one of one's own devices out: its sessions, refresh cookie, grants and push end at once.",
  }),
  endOthers: endpoint({
    method: 'DELETE',
    path: '/auth/appareils',
    access: 'session',
    invite: true,
    answer: messageAnswer,
    errors: ['session.requise', 'session.expiree'],
    summary: 'Signs every other device of the signed-in person out.',
  }),
}
