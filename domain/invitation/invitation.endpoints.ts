import * as v from 'valibot'
import { endpoint } from '#domain/contract/endpoint.ts'
import { idParam } from '#domain/contract/fields.ts'
import { invitationSchema, reponseInvitationSchema, statutInvitationSchema } from '#domain/invitation/invitation.ts'
import { emailSchema } from '#domain/utilisateur/authentification.ts'

export const invitationEndpoints = {
  inviter: endpoint({
    method: 'POST',
    path: '/frontend/organisateur/evenements/:id/inviter',
    access: 'evenement.organisateur',
    params: v.object({ id: idParam }),
    body: v.object({ email: emailSchema }),
    answer: v.object({ id: v.number(), email: v.string(), statut: statutInvitationSchema, message: v.string() }),
    status: 201,
    errors: [
      'requete.invalide',
      'evenement.introuvable',
      'invitation.utilisateur_inconnu',
      'invitation.role',
      'invitation.quota',
      'invitation.deja_envoyee',
      'invitation.evenement_annule',
      'inscription.complet',
      'requete.trop_de_tentatives',
    ],
    summary: 'Invites a participant by e-mail address; an open invitation holds a place.',
  }),
  mine: endpoint({
    method: 'GET',
    path: '/frontend/participant/invitations',
    access: 'participant',
    answer: v.array(invitationSchema),
    errors: ['acces.refuse'],
    summary: "The participant's invitations, newest first.",
  }),
  byToken: endpoint({
    method: 'GET',
    path: '/frontend/participant/invitations/:token',
    access: 'participant',
    params: v.object({ token: v.pipe(v.string(), v.regex(/^[\w-]{20,64}$/)) }),
    answer: invitationSchema,
    errors: ['invitation.introuvable'],
    summary: 'The invitation behind a mailed link, for the invited address alone.',
  }),
  repondre: endpoint({
    method: 'POST',
    path: '/frontend/participant/invitations/:id/repondre',
    access: 'invitation.destinataire',
    params: v.object({ id: idParam }),
    body: reponseInvitationSchema,
    answer: invitationSchema,
    errors: [
      'requete.invalide',
      'invitation.introuvable',
      'invitation.deja_repondue',
      'invitation.evenement_annule',
      'inscription.annulee',
      'inscription.complet',
      'utilisateur.email_a_confirmer',
    ],
    summary: 'Accepts or refuses; accepting makes the registration VALIDE.',
  }),
}
