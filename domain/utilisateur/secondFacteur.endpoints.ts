import * as v from 'valibot'
import { endpoint } from '#domain/contract/endpoint.ts'
import { messageAnswer } from '#domain/contract/fields.ts'
import { motDePasseActuelField } from '#domain/utilisateur/profil.ts'
import {
  activationSchema,
  desactivationSchema,
  enrolementSchema,
  secondFacteurSchema,
} from '#domain/utilisateur/secondFacteur.ts'

const path = '/auth/second-facteur'
const session = ['session.requise', 'session.expiree'] as const
const proof = [
  'requete.invalide',
  'utilisateur.mot_de_passe_requis',
  'utilisateur.mot_de_passe_incorrect',
  'requete.trop_de_tentatives',
] as const
const body = v.optional(v.object({ motDePasseActuel: motDePasseActuelField }))
const codes = v.object({ codesSecours: v.array(v.string()) })

export const secondFacteurEndpoints = {
  read: endpoint({
    method: 'GET',
    path,
    access: 'session',
    invite: false,
    answer: secondFacteurSchema,
    errors: session,
    summary: 'Returns whether a login of the signed-in person also requires a code.',
  }),
  begin: endpoint({
    method: 'POST',
    path,
    access: 'session',
    invite: false,
    body,
    answer: enrolementSchema,
    status: 201,
    errors: [...session, ...proof, 'secondFacteur.actif'],
    summary:
      'Creates a secret for an authenticator app (TOTP, RFC 6238). Logins require a code only after the activation.',
  }),
  activate: endpoint({
    method: 'POST',
    path: `${path}/activation`,
    access: 'session',
    invite: false,
    body: activationSchema,
    answer: codes,
    errors: [
      ...session,
      'requete.invalide',
      'requete.trop_de_tentatives',
      'secondFacteur.actif',
      'secondFacteur.inactif',
      'secondFacteur.code_incorrect',
    ],
    summary: 'Activates the second factor by a first code. Returns ten recovery codes and signs out other devices.',
  }),
  renewCodes: endpoint({
    method: 'POST',
    path: `${path}/codes`,
    access: 'session',
    invite: false,
    body,
    answer: codes,
    errors: [...session, ...proof, 'secondFacteur.inactif'],
    summary: 'Creates ten new recovery codes. The old ones are no longer valid.',
  }),
  remove: endpoint({
    method: 'DELETE',
    path,
    access: 'session',
    invite: false,
    body: desactivationSchema,
    answer: messageAnswer,
    errors: [...session, ...proof, 'secondFacteur.inactif', 'secondFacteur.code_incorrect'],
    summary: 'Deactivates the second factor. Requires a code and a proof.',
  }),
}
