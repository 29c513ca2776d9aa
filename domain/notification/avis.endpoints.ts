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
    summary: 'Whether notices also come by e-mail.',
  }),
  changePreferences: endpoint({
    method: 'PUT',
    path: '/notifications/preferences',
    access: 'session',
    invite: false,
    body: preferencesAvisSchema,
    answer: preferencesAvisSchema,
    errors: ['requete.invalide', 'session.requise', 'session.expiree'],
    summary: 'Asks for notices by e-mail, or declines them.',
  }),
  desinscription: endpoint({
    method: 'GET',
    path: '/notifications/desinscription/:jeton',
    access: 'public',
    invite: true,
    params: jetonParam,
    answer: 'bytes',
    errors: ['requete.introuvable'],
    summary: 'A page with one button that declines notices by e-mail; reading it changes nothing.',
  }),
  desinscrire: endpoint({
    method: 'POST',
    path: '/notifications/desinscription/:jeton',
    access: 'public',
    invite: true,
    params: jetonParam,
    answer: 'bytes',
    errors: ['requete.introuvable'],
    summary: 'Declines notices by e-mail, by that button or by one click of a mail program (RFC 8058).',
  }),
}
