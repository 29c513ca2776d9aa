import * as v from 'valibot'
import { endpoint } from '#domain/contract/endpoint.ts'
import { messageAnswer } from '#domain/contract/fields.ts'
import { emailSchema, resetPasswordSchema } from '#domain/utilisateur/authentification.ts'
import { profilBodySchema, profilSchema } from '#domain/utilisateur/profil.ts'
import { repriseField, repriseSchema } from '#domain/utilisateur/reprise.ts'
import { sessionAnswer } from '#domain/utilisateur/utilisateur.ts'

export const compteEndpoints = {
  forgotPassword: endpoint({
    method: 'POST',
    path: '/auth/forgot-password',
    access: 'public',
    invite: true,
    body: v.object({ email: emailSchema }),
    answer: messageAnswer,
    errors: ['requete.invalide', 'requete.trop_de_tentatives'],
    summary: 'Mails a link for a new password. The answer does not depend on whether the account exists.',
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/auth/reset-password',
    access: 'public',
    invite: true,
    body: resetPasswordSchema,
    answer: messageAnswer,
    errors: [
      'requete.invalide',
      'utilisateur.reinitialisation_invalide',
      'utilisateur.mot_de_passe_courant',
      'utilisateur.mot_de_passe_divulgue',
      'requete.trop_de_tentatives',
    ],
    summary: 'Sets a new password by a mailed link, once, within 30 minutes. Ends all sessions.',
  }),
  restore: endpoint({
    method: 'POST',
    path: '/auth/restaurer',
    access: 'public',
    invite: true,
    body: v.object({ token: v.pipe(v.string(), v.maxLength(100)) }),
    answer: messageAnswer,
    errors: [
      'requete.invalide',
      'utilisateur.restauration_invalide',
      'session.compte_desactive',
      'requete.trop_de_tentatives',
    ],
    summary: 'Reactivates an archived account by a mailed link, once, within 24 hours.',
  }),
  keepPlace: endpoint({
    method: 'POST',
    path: '/auth/me/adresse',
    access: 'session',
    invite: true,
    body: v.object({ email: emailSchema }),
    answer: messageAnswer,
    errors: ['requete.invalide', 'session.requise', 'session.expiree', 'acces.refuse', 'requete.trop_de_tentatives'],
    summary:
      'Mails a guest the link that confirms an address and makes the guest an account. The answer does not depend on whether the address has an account.',
  }),
  dropNewEmail: endpoint({
    method: 'DELETE',
    path: '/auth/me/adresse',
    access: 'session',
    invite: false,
    answer: profilSchema,
    errors: ['session.requise', 'session.expiree'],
    summary: 'Discards the new address that waits for a confirmation. Its mailed link is no longer valid.',
  }),
  beginReprise: endpoint({
    method: 'POST',
    path: '/auth/reprises',
    access: 'session',
    invite: true,
    answer: repriseSchema,
    status: 201,
    errors: ['session.requise', 'session.expiree', 'acces.refuse', 'requete.trop_de_tentatives'],
    summary: 'Creates a code of 8 characters that signs a guest in on another device, once, within 10 minutes.',
  }),
  reprendre: endpoint({
    method: 'POST',
    path: '/auth/reprendre',
    access: 'public',
    invite: true,
    body: v.object({ code: repriseField }),
    answer: sessionAnswer,
    errors: ['requete.invalide', 'session.reprise_refusee', 'requete.trop_de_tentatives'],
    summary: 'Opens a session of the guest who created the code.',
  }),
  changeMe: endpoint({
    method: 'PUT',
    path: '/auth/me',
    access: 'session',
    invite: true,
    body: profilBodySchema,
    answer: profilSchema,
    errors: [
      'requete.invalide',
      'session.requise',
      'session.expiree',
      'utilisateur.mot_de_passe_requis',
      'utilisateur.mot_de_passe_incorrect',
      'utilisateur.mot_de_passe_courant',
      'utilisateur.mot_de_passe_divulgue',
      'utilisateur.email_pris',
      'invite.refuse',
      'requete.trop_de_tentatives',
    ],
    summary:
      'Changes the names immediately, the password after a proof, and the address when the new one is confirmed.',
  }),
}
