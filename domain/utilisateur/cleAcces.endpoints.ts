import * as v from 'valibot'
import { endpoint } from '#domain/contract/endpoint.ts'
import { idParam, messageAnswer } from '#domain/contract/fields.ts'
import {
  ajoutSchema,
  assouplissementSchema,
  cleAccesSchema,
  clesAccesSchema,
  creationSchema,
  demandeCleSchema,
  loginCleSchema,
} from '#domain/utilisateur/cleAcces.ts'
import { motDePasseActuelField } from '#domain/utilisateur/profil.ts'
import { sessionAnswer } from '#domain/utilisateur/utilisateur.ts'

const path = '/auth/cles-acces'
const session = ['session.requise', 'session.expiree'] as const
const proof = [
  'requete.invalide',
  'utilisateur.mot_de_passe_requis',
  'utilisateur.mot_de_passe_incorrect',
  'requete.trop_de_tentatives',
] as const
const body = v.optional(v.object({ motDePasseActuel: motDePasseActuelField }))

export const cleAccesEndpoints = {
  list: endpoint({
    method: 'GET',
    path,
    access: 'session',
    invite: false,
    answer: clesAccesSchema,
    errors: session,
    summary: "Returns the signed-in person's passkeys (WebAuthn), and whether a login requires one.",
  }),
  begin: endpoint({
    method: 'POST',
    path: `${path}/defi`,
    access: 'session',
    invite: false,
    body,
    answer: v.object({ defi: v.string(), options: creationSchema }),
    status: 201,
    errors: [...session, ...proof, 'cleAcces.indisponible', 'cleAcces.trop_nombreuses'],
    summary: 'Creates a challenge for a new passkey of this person, valid once, within 5 minutes.',
  }),
  add: endpoint({
    method: 'POST',
    path,
    access: 'session',
    invite: false,
    body: ajoutSchema,
    answer: cleAccesSchema,
    status: 201,
    errors: [...session, 'requete.invalide', 'cleAcces.refusee', 'cleAcces.existante', 'cleAcces.trop_nombreuses'],
    summary: 'Adds a passkey from the answer to its challenge.',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/:id`,
    access: 'session',
    invite: false,
    params: v.object({ id: idParam }),
    body,
    answer: messageAnswer,
    errors: [...session, ...proof, 'cleAcces.introuvable', 'cleAcces.derniere'],
    summary: "Removes one of the caller's own passkeys. Requires a proof.",
  }),
  enforce: endpoint({
    method: 'PUT',
    path: `${path}/exigence`,
    access: 'session',
    invite: false,
    body,
    answer: v.object({ codesSecours: v.array(v.string()) }),
    errors: [...session, ...proof, 'cleAcces.absente', 'secondFacteur.actif'],
    summary:
      'Makes logins require a passkey beside the password. Returns ten recovery codes and signs out other devices.',
  }),
  relax: endpoint({
    method: 'DELETE',
    path: `${path}/exigence`,
    access: 'session',
    invite: false,
    body: assouplissementSchema,
    answer: messageAnswer,
    errors: [
      ...session,
      ...proof,
      'secondFacteur.inactif',
      'secondFacteur.code_incorrect',
      'cleAcces.refusee',
      'cleAcces.copiee',
    ],
    summary: 'Makes logins require only the password again. Requires a passkey or a code, and a proof.',
  }),
  beginLogin: endpoint({
    method: 'POST',
    path: '/auth/login/defi',
    access: 'public',
    invite: true,
    answer: v.object({ defi: v.string(), options: demandeCleSchema }),
    status: 201,
    errors: ['cleAcces.indisponible', 'requete.trop_de_tentatives'],
    summary:
      'Creates a challenge for a login by a passkey, valid once, within 5 minutes, for the page that requested it.',
  }),
  login: endpoint({
    method: 'POST',
    path: '/auth/login/cle-acces',
    access: 'public',
    invite: true,
    body: loginCleSchema,
    answer: sessionAnswer,
    errors: [
      'requete.invalide',
      'session.cle_refusee',
      'session.cle_copiee',
      'session.compte_desactive',
      'session.compte_archive',
      'cleAcces.indisponible',
    ],
    summary: 'Opens a session by a passkey, without password or code.',
  }),
}
