import type { Role } from '#domain/utilisateur/utilisateur.ts'

/** What is deleted with an account (docs/decisions/0019-personal-data.md). */
export function erasedData(role: Role): readonly string[] {
  const compte = 'Votre nom, votre adresse, votre mot de passe et vos notifications.'
  if (role === 'PARTICIPANT')
    return [
      'Vos photos et vos vidéos, partout : elles quittent aussi les albums des événements.',
      'Vos inscriptions et vos réponses aux invitations.',
      compte,
    ]
  return role === 'ORGANISATEUR' ? ['Votre abonnement, qui est arrêté.', compte] : [compte]
}

/** What is kept of a deleted account, and how long (docs/decisions/0019-personal-data.md). */
export function keptData(role: Role): readonly string[] {
  const organisateur = [
    'Vos factures : 10 ans.',
    "Vos événements terminés et leurs albums : ils sont aussi à vos invités, et restent tant que l'événement existe.",
  ]
  return [
    ...(role === 'PARTICIPANT' ? ['La preuve de vos consentements, sans votre nom : 5 ans.'] : []),
    ...(role === 'ORGANISATEUR' ? organisateur : []),
    'Votre rôle, vos dates et le journal de sécurité, sans nom ni texte : tant que le service existe.',
    'Une copie de vos données, si le téléchargement échoue : 24 heures, par un lien envoyé à votre adresse confirmée.',
  ]
}
