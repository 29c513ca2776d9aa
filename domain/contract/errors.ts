import { abonnementErrors } from '#domain/abonnement/abonnement.errors.ts'
import { evenementErrors } from '#domain/evenement/evenement.errors.ts'
import { inscriptionErrors } from '#domain/inscription/inscription.errors.ts'
import { invitationErrors } from '#domain/invitation/invitation.errors.ts'
import { lienErrors } from '#domain/lien/lien.errors.ts'
import { mediaErrors } from '#domain/media/media.errors.ts'
import { sessionErrors } from '#domain/utilisateur/session.errors.ts'
import { uploadErrors } from '#domain/upload/upload.errors.ts'
import { utilisateurErrors } from '#domain/utilisateur/utilisateur.errors.ts'

/**
 * Every refusal of the API: code -> French sentence, ready to show -> HTTP status. Those that are imported
 * here stand with their noun: the app loads only the few that it shows without an answer of the server.
 * Sentences between straight quotes in section 8 of the specification are literal; `{…}` is filled in.
 */
export const errors = {
  'requete.invalide': { status: 400, message: 'La requête est invalide : {raison}' },
  'requete.trop_de_tentatives': { status: 429, message: 'Trop de tentatives. Réessayez dans {attente}.' },
  'requete.trop_volumineuse': { status: 413, message: 'La requête est invalide : elle est trop volumineuse.' },
  'requete.type': { status: 415, message: "La requête est invalide : ce type de contenu n'est pas accepté." },
  'requete.introuvable': { status: 404, message: "Cette adresse n'existe pas." },
  'serveur.erreur': {
    status: 500,
    message: 'Une erreur interne du serveur est survenue. Veuillez réessayer plus tard.',
  },
  'serveur.indisponible': { status: 503, message: 'Le service est momentanément indisponible.' },
  'acces.refuse': { status: 403, message: 'Accès refusé' },
  'donnees.introuvable': { status: 404, message: "Ce lien n'est plus valable : il sert une fois, pendant 24 heures." },
  'consentement.absent': { status: 404, message: 'Aucun consentement actif.' },
  'consentement.introuvable': { status: 404, message: 'Consentement non trouvé' },
  'consentement.version': { status: 409, message: 'Le texte du consentement a changé. Relisez-le avant de répondre.' },
  'consentement.transition': { status: 409, message: 'Seul un consentement actif peut être révoqué.' },
  'album.introuvable': {
    status: 404,
    message: "Ce lien de téléchargement n'est plus valable. Demandez-en un autre depuis l'événement.",
  },
  'album.vide': { status: 409, message: "Il n'y a rien à télécharger ici." },
  'album.change': {
    status: 410,
    message: "L'album a changé depuis le début du téléchargement. Recommencez-le depuis l'événement.",
  },
  'album.occupe': {
    status: 429,
    message: "Trop de téléchargements en même temps. Attendez la fin de l'un d'eux.",
  },
  'demande.introuvable': { status: 404, message: 'Demande de retrait non trouvée' },
  'demande.deja_decidee': { status: 409, message: 'Cette demande de retrait a déjà reçu sa réponse.' },
  'demande.propre_media': { status: 409, message: 'Ce média est le vôtre : vous pouvez le supprimer vous-même.' },
  'notification.introuvable': { status: 404, message: 'Notification non trouvée' },
  'push.service_inconnu': {
    status: 400,
    message: "Le service de notification de ce navigateur n'est pas pris en charge.",
  },
  ...abonnementErrors,
  ...evenementErrors,
  ...inscriptionErrors,
  ...invitationErrors,
  ...lienErrors,
  ...mediaErrors,
  ...sessionErrors,
  ...uploadErrors,
  ...utilisateurErrors,
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errors

/** The sentence of a code with its `{…}` filled in. */
export function sentenceOf(code: ErrorCode, values: Readonly<Record<string, string | number>> = {}): string {
  return errors[code].message.replaceAll(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole))
}
