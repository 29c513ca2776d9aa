import * as v from 'valibot'
import { endpoint } from '#domain/contract/endpoint.ts'
import { motDePasseActuelField } from '#domain/utilisateur/profil.ts'

/** Refusals of a call that needs a login younger than ten minutes or the password. */
const proofErrors = [
  'utilisateur.mot_de_passe_requis',
  'utilisateur.mot_de_passe_incorrect',
  'requete.trop_de_tentatives',
] as const

const path = '/frontend/participant/data'

export const donneesEndpoints = {
  read: endpoint({
    method: 'GET',
    path,
    access: 'session',
    invite: true,
    query: v.object({ format: v.optional(v.picklist(['json', 'zip']), 'json') }),
    headers: v.object({ motDePasseActuel: motDePasseActuelField }),
    answer: 'bytes',
    errors: ['requete.invalide', 'session.requise', 'session.expiree', ...proofErrors],
    summary:
      'Returns all data about the signed-in person as JSON; format=zip adds the originals. At most three times a day. ' +
      'Requires the password when the login is older than 10 minutes.',
  }),
  erase: endpoint({
    method: 'DELETE',
    path,
    access: 'session',
    invite: true,
    body: v.optional(v.object({ motDePasseActuel: motDePasseActuelField })),
    answer: 'bytes',
    errors: [
      'requete.invalide',
      'session.requise',
      'session.expiree',
      ...proofErrors,
      'utilisateur.evenements_actifs',
      'utilisateur.dernier_administrateur',
      'serveur.indisponible',
    ],
    summary:
      'Erases the account. Returns the last export as a ZIP and mails a link to it that is valid for 24 h. Requires ' +
      'the password when the login is older than 10 minutes.',
  }),
  fetchLast: endpoint({
    method: 'GET',
    path: '/exports/:token',
    access: 'public',
    invite: true,
    params: v.object({ token: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)) }),
    query: v.object({ fichier: v.optional(v.literal('1')) }),
    answer: 'bytes',
    errors: ['requete.invalide', 'donnees.introuvable', 'donnees.telechargement_en_cours'],
    summary:
      'Returns the last export of an erased account, once, by the mailed link. A browser (Accept: text/html) first gets a ' +
      'page whose button adds `?fichier=1`: the filters of mailboxes open links.',
  }),
}
