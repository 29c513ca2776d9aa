import * as v from 'valibot'
import { endpoint } from '#domain/contract/endpoint.ts'
import { idParam } from '#domain/contract/fields.ts'
import { inscriptionSchema, typeParticipationSchema } from '#domain/inscription/inscription.ts'
import {
  codeLienSchema,
  entreeInviteSchema,
  entreeSchema,
  identiteSchema,
  inviteEntreAnswer,
  lienPublicSchema,
  lienSchema,
} from '#domain/lien/lien.ts'

const params = v.object({ id: idParam })
const codeParams = v.object({ code: codeLienSchema })

export const lienEndpoints = {
  create: endpoint({
    method: 'POST',
    path: '/frontend/organisateur/evenements/:id/liens',
    access: 'evenement.organisateur',
    invite: false,
    params,
    body: v.object({
      entree: v.optional(entreeSchema, 'DIRECTE'),
      identite: v.optional(identiteSchema, 'COMPTE'),
      siAbsent: v.optional(v.boolean(), false),
      cle: v.optional(v.pipe(v.string(), v.uuid())),
    }),
    answer: lienSchema,
    status: 201,
    errors: ['requete.invalide', 'evenement.introuvable', 'lien.trop_nombreux', 'requete.trop_de_tentatives'],
    summary:
      'Makes a link and its QR code to an own event; with siAbsent, answers with the newest valid link if there is one. Idempotent by `cle`.',
  }),
  list: endpoint({
    method: 'GET',
    path: '/frontend/organisateur/evenements/:id/liens',
    access: 'evenement.organisateur',
    invite: false,
    params,
    answer: v.array(lienSchema),
    errors: ['evenement.acces_refuse'],
    summary: 'Links of an own event, newest first, revoked ones too.',
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/frontend/organisateur/liens/:id',
    access: 'lien.organisateur',
    invite: false,
    params,
    answer: lienSchema,
    errors: ['lien.introuvable'],
    summary: 'Revokes a link at once; who entered by it stays.',
  }),
  read: endpoint({
    method: 'GET',
    path: '/liens/:code',
    access: 'public',
    invite: true,
    params: codeParams,
    answer: lienPublicSchema,
    errors: ['lien.introuvable', 'requete.trop_de_tentatives'],
    summary: 'What the public page of a link shows.',
  }),
  join: endpoint({
    method: 'POST',
    path: '/liens/:code/rejoindre',
    access: 'participant',
    invite: true,
    params: codeParams,
    body: v.object({ typeParticipation: v.optional(typeParticipationSchema, 'SUR_PLACE') }),
    answer: inscriptionSchema,
    status: 201,
    errors: [
      'requete.invalide',
      'lien.introuvable',
      'lien.evenement_annule',
      'inscription.annulee',
      'invite.refuse',
      'requete.trop_de_tentatives',
    ],
    summary: 'Enters an event by its link: VALIDE, or EN_ATTENTE when the link asks for it or the event is full.',
  }),
  enterAsInvite: endpoint({
    method: 'POST',
    path: '/liens/:code/invites',
    access: 'public',
    invite: true,
    params: codeParams,
    body: entreeInviteSchema,
    answer: inviteEntreAnswer,
    status: 201,
    errors: [
      'requete.invalide',
      'lien.introuvable',
      'lien.evenement_annule',
      'lien.compte_requis',
      'lien.entree_terminee',
      'session.fusionnee',
      'lien.trop_d_invites',
      'inscription.annulee',
      'consentement.version',
      'requete.trop_de_tentatives',
    ],
    summary:
      'Enters an event by its link with a first name: a guest, with a session and its refresh cookie. A retry with the same cle gives the same guest.',
  }),
}
