import { phrases } from '#domain/texte/phrases.ts'
import type { Role } from '#domain/utilisateur/utilisateur.ts'
import { causeOr, NetworkError } from '#src/api/apiError.ts'

/** What is deleted with an account (docs/decisions/0019-personal-data.md). */
export function erasedData(role: Role, invite: boolean): readonly string[] {
  const compte = invite
    ? 'Votre prénom et vos notifications.'
    : 'Votre nom, votre adresse, votre mot de passe et vos notifications.'
  if (role === 'PARTICIPANT')
    return [
      'Vos photos et vos vidéos, partout : elles quittent aussi les albums des événements.',
      invite ? 'Votre inscription.' : 'Vos inscriptions et vos réponses aux invitations.',
      compte,
    ]
  const organisateur = [
    'Vos événements supprimés et leurs photos : ils ne pourront plus être restaurés.',
    'Les liens et les invitations ouvertes de vos événements.',
    'Votre abonnement, qui est arrêté.',
  ]
  return role === 'ORGANISATEUR' ? [...organisateur, compte] : [compte]
}

const copie =
  'Une copie de vos données, si le téléchargement échoue : 24 heures, par un lien envoyé à votre adresse confirmée.'

/** What is kept of a deleted account, and how long (docs/decisions/0019-personal-data.md). */
export function keptData(role: Role, hasConfirmedEmail: boolean): readonly string[] {
  const organisateur = [
    'Vos factures : 10 ans.',
    "Vos événements terminés et leurs albums : ils sont aussi à vos invités, et restent tant que l'événement existe.",
  ]
  return [
    ...(role === 'PARTICIPANT' ? ['La preuve de vos consentements, sans votre nom : 5 ans.'] : []),
    ...(role === 'ORGANISATEUR' ? organisateur : []),
    'Une empreinte de vos connexions, sans votre nom, qui prévient vos autres appareils : 100 jours au plus.',
    'Votre rôle, vos dates et le journal de sécurité, sans nom ni texte : tant que le service existe.',
    ...(hasConfirmedEmail ? [copie] : []),
  ]
}

interface Erased {
  /** Whether the download of the data has arrived whole. */
  readonly isFileHere: boolean
  /** The link to the data is mailed to a confirmed address only. */
  readonly hasConfirmedEmail: boolean
}

/** What the person reads once the account is deleted: where their data are. */
export function sentenceOfErased({ isFileHere, hasConfirmedEmail }: Erased): string {
  if (isFileHere) return 'Vos données sont dans vos téléchargements. Au revoir !'
  return hasConfirmedEmail
    ? "Le fichier n'est pas arrivé entier : un lien vous est envoyé par e-mail, valable 24 heures."
    : "Le fichier n'est pas arrivé entier. Sans adresse confirmée, aucun lien ne peut vous être envoyé."
}

/** Without an answer, the account may have been deleted. */
export function sentenceOfFailure(error: Error, hasConfirmedEmail: boolean): string {
  const cause = causeOr(error, phrases.erreurSurvenue)
  if (!(error instanceof NetworkError)) return cause
  return hasConfirmedEmail
    ? `${cause} Si votre compte a été effacé malgré tout, un lien vers vos données vous est envoyé par e-mail.`
    : `${cause} Votre compte est peut-être effacé malgré tout.`
}
