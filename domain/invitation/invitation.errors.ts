/** Refusals of invitations: domain/contract/errors.ts joins all. */
export const invitationErrors = {
  'invitation.introuvable': { status: 404, message: 'Invitation non trouvée' },
  'invitation.utilisateur_inconnu': { status: 404, message: 'Utilisateur non trouvé' },
  'invitation.role': { status: 400, message: 'Seul un compte participant peut être invité.' },
  'invitation.quota': { status: 400, message: "Quota d'invitations dépassé pour votre abonnement." },
  'invitation.deja_envoyee': { status: 409, message: 'Cette personne est déjà invitée ou inscrite.' },
  'invitation.deja_repondue': { status: 409, message: 'Vous avez déjà répondu à cette invitation.' },
  'invitation.sans_attente': { status: 409, message: "Cette invitation n'attend plus de réponse." },
  'invitation.compte_existant': {
    status: 409,
    message: 'Cette personne a déjà un compte : invitez-la avec son adresse e-mail.',
  },
  'invitation.trop_d_envois': {
    status: 429,
    message: 'Cette adresse a déjà reçu plusieurs invitations de votre part. Réessayez dans {attente}.',
  },
  'invitation.evenement_annule': { status: 409, message: 'Cet événement est annulé.' },
} as const
