import * as v from 'valibot'
import { endpoint } from '#domain/contract/endpoint.ts'

const path = '/frontend/participant/data'

export const donneesEndpoints = {
  read: endpoint({
    method: 'GET',
    path,
    access: 'session',
    query: v.object({ format: v.optional(v.picklist(['json', 'zip']), 'json') }),
    answer: 'bytes',
    errors: ['requete.invalide', 'session.requise', 'session.expiree', 'requete.trop_de_tentatives'],
    summary: 'Everything about the signed-in person as JSON; format=zip adds the originals. Three times a day.',
  }),
  erase: endpoint({
    method: 'DELETE',
    path,
    access: 'session',
    answer: 'bytes',
    errors: [
      'session.requise',
      'session.expiree',
      'utilisateur.evenements_actifs',
      'utilisateur.dernier_administrateur',
      'serveur.indisponible',
    ],
    summary: 'Erases the account; answers the last export as a ZIP, and mails a link to it for 24 h.',
  }),
  fetchLast: endpoint({
    method: 'GET',
    path: '/exports/:token',
    access: 'public',
    params: v.object({ token: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)) }),
    answer: 'bytes',
    errors: ['donnees.introuvable'],
    summary: 'The last export of an erased account, once, by the mailed link.',
  }),
}
