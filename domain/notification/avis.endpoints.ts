import * as v from 'valibot'
import { endpoint } from '#domain/contract/endpoint.ts'

/** Whether notices also come by e-mail (product 32). */
export const preferencesAvisSchema = v.object({ courriel: v.boolean() })

const jetonParam = v.object({ jeton: v.pipe(v.string(), v.maxLength(100)) })

export const avisEndpoints = {
  preferences: endpoint({
    method: 'GET',
    path: '/notifications/preferences',
    access: 'session',
    invite: false,
    answer: preferencesAvisSchema,
    errors: ['session.requise', 'session.expiree'],
    summary: 'Returns whether the signed-in person also gets notices by e-mail.',
  }),
  changePreferences: endpoint({
    method: 'PUT',
    path: '/notifications/preferences',
    access: 'session',
    invite: false,
    body: preferencesAvisSchema,
    answer: preferencesAvisSchema,
    errors: ['requete.invalide', 'session.requise', 'session.expiree'],
    summary: 'Switches notices by e-mail on or off.',
  }),
  desinscription: endpoint({
    method: 'GET',
    path: '/notifications/desinscription/:jeton',
    access: 'public',
    invite: true,
    params: jetonParam,
    answer: 'bytes',
    errors: ['requete.introuvable'],
    summary: 'Returns a page with one button that switches notices by e-mail off. Changes nothing.',
  }),
  desinscrire: endpoint({
    method: 'POST',
    path: '/notifications/desinscription/:jeton',
    access: 'public',
    invite: true,
    params: jetonParam,
    answer: 'bytes',
    errors: ['requete.introuvable'],
    summary: 'Switches notices by e-mail off, for the button of that page and for one-click unsubscription (RFC 8058).',
  }),
}
