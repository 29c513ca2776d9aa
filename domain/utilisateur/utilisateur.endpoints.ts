import * as v from 'valibot'
import { endpoint } from '#domain/contract/endpoint.ts'
import { idParam, messageAnswer } from '#domain/contract/fields.ts'
import { loginSchema, registerSchema } from '#domain/utilisateur/authentification.ts'
import { profilSchema, utilisateurUpdateSchema } from '#domain/utilisateur/profil.ts'
import { roleSchema, utilisateurSchema } from '#domain/utilisateur/utilisateur.ts'

const params = v.object({ id: idParam })
const sessionAnswer = v.object({ token: v.string(), nom: v.string(), prenom: v.string() })

export const utilisateurEndpoints = {
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    access: 'public',
    body: loginSchema,
    answer: sessionAnswer,
    errors: [
      'requete.invalide',
      'session.identifiants',
      'session.compte_desactive',
      'session.compte_archive',
      'session.code_requis',
      'session.code_incorrect',
      'requete.trop_de_tentatives',
    ],
    summary: 'Opens a session; with seSouvenir also a refresh cookie of 30 days.',
  }),
  register: endpoint({
    method: 'POST',
    path: '/auth/register',
    access: 'public',
    body: registerSchema,
    answer: messageAnswer,
    status: 201,
    errors: [
      'requete.invalide',
      'utilisateur.email_pris',
      'utilisateur.mot_de_passe_courant',
      'utilisateur.mot_de_passe_divulgue',
      'requete.trop_de_tentatives',
    ],
    summary: 'Creates an account of a participant or an organiser.',
  }),
  session: endpoint({
    method: 'POST',
    path: '/auth/session',
    access: 'refreshCookie',
    answer: sessionAnswer,
    errors: ['session.expiree'],
    summary: 'Renews a remembered session; answers like login and rotates the cookie.',
  }),
  logout: endpoint({
    method: 'POST',
    path: '/auth/logout',
    access: 'session',
    answer: messageAnswer,
    errors: ['session.requise', 'session.expiree'],
    summary: 'Ends the session, its refresh cookie and the upload grants of this device.',
  }),
  me: endpoint({
    method: 'GET',
    path: '/auth/me',
    access: 'session',
    answer: profilSchema,
    errors: ['session.requise', 'session.expiree'],
    summary: 'The signed-in person.',
  }),
  confirmEmail: endpoint({
    method: 'POST',
    path: '/auth/confirm-email',
    access: 'session',
    body: v.object({ token: v.pipe(v.string(), v.maxLength(100)) }),
    answer: messageAnswer,
    errors: ['requete.invalide', 'utilisateur.lien_invalide', 'utilisateur.email_pris'],
    summary: 'Proves the address of the signed-in person by the link mailed to it.',
  }),
  resendConfirmation: endpoint({
    method: 'POST',
    path: '/auth/confirm-email/resend',
    access: 'session',
    answer: messageAnswer,
    errors: ['requete.trop_de_tentatives'],
    summary: 'Mails the confirmation link again.',
  }),
  list: endpoint({
    method: 'GET',
    path: '/users',
    access: 'administrateur',
    answer: v.array(utilisateurSchema),
    errors: ['acces.refuse'],
    summary: 'All accounts, newest first.',
  }),
  listByRole: endpoint({
    method: 'GET',
    path: '/users/role/:role',
    access: 'administrateur',
    params: v.object({ role: roleSchema }),
    answer: v.array(utilisateurSchema),
    errors: ['acces.refuse', 'utilisateur.introuvable'],
    summary: 'The accounts of one role, newest first.',
  }),
  read: endpoint({
    method: 'GET',
    path: '/users/:id',
    access: 'administrateur',
    params,
    answer: utilisateurSchema,
    errors: ['acces.refuse', 'utilisateur.introuvable'],
    summary: 'One account.',
  }),
  change: endpoint({
    method: 'PUT',
    path: '/users/:id',
    access: 'administrateur',
    params,
    body: utilisateurUpdateSchema,
    answer: utilisateurSchema,
    errors: [
      'requete.invalide',
      'acces.refuse',
      'utilisateur.introuvable',
      'utilisateur.email_pris',
      'utilisateur.soi_meme',
      'utilisateur.dernier_administrateur',
    ],
    summary: 'Changes an account; another role, address or a deactivation ends its sessions at once.',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/users/:id',
    access: 'administrateur',
    params,
    answer: messageAnswer,
    errors: [
      'acces.refuse',
      'utilisateur.introuvable',
      'utilisateur.soi_meme',
      'utilisateur.dernier_administrateur',
      'utilisateur.evenements_actifs',
    ],
    summary: 'Erases an account with its media, grants and sessions; an organiser has no live event.',
  }),
}
