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
      'Creates a link to an own event. With siAbsent, returns the newest valid link when there is one. Idempotent by `cle`.',
  }),
  list: endpoint({
    method: 'GET',
    path: '/frontend/organisateur/evenements/:id/liens',
    access: 'evenement.organisateur',
    invite: false,
    params,
    answer: v.array(lienSchema),
    errors: ['evenement.acces_refuse'],
    summary: 'Returns the links of an own event, newest first, including revoked ones.',
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/frontend/organisateur/liens/:id',
    access: 'lien.organisateur',
    invite: false,
    params,
    answer: lienSchema,
    errors: ['lien.introuvable'],
    summary: 'Revokes a link. People who have entered by it stay members of the event.',
  }),
  read: endpoint({
    method: 'GET',
    path: '/liens/:code',
    access: 'public',
    invite: true,
    params: codeParams,
    answer: lienPublicSchema,
    errors: ['lien.introuvable', 'requete.trop_de_tentatives'],
    summary: 'Returns the contents of the public page of a link.',
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
    summary:
      'Registers the caller for an event by its link: VALIDE, or EN_ATTENTE when the link requires it or the event is full.',
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
      'Creates a guest who enters an event by its link with a first name, and opens a session with a refresh cookie. Idempotent by `cle`.',
  }),
}
