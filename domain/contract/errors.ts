import { abonnementErrors } from '#domain/abonnement/abonnement.errors.ts'
import { albumErrors } from '#domain/album/album.errors.ts'
import { consentementErrors } from '#domain/consentement/consentement.errors.ts'
import { demandeRetraitErrors } from '#domain/demandeRetrait/demandeRetrait.errors.ts'
import { donneesErrors } from '#domain/donnees/donnees.errors.ts'
import { evenementErrors } from '#domain/evenement/evenement.errors.ts'
import { inscriptionErrors } from '#domain/inscription/inscription.errors.ts'
import { invitationErrors } from '#domain/invitation/invitation.errors.ts'
import { lienErrors } from '#domain/lien/lien.errors.ts'
import { mediaErrors } from '#domain/media/media.errors.ts'
import { notificationErrors } from '#domain/notification/notification.errors.ts'
import { uploadErrors } from '#domain/upload/upload.errors.ts'
import { sessionErrors } from '#domain/utilisateur/session.errors.ts'
import { utilisateurErrors } from '#domain/utilisateur/utilisateur.errors.ts'

/**
 * Every refusal of the API: code -> French sentence, ready to show -> HTTP status. Those of a noun stand with it: the
 * app loads only the few that it shows without an answer of the server.
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
  ...abonnementErrors,
  ...albumErrors,
  ...consentementErrors,
  ...demandeRetraitErrors,
  ...donneesErrors,
  ...evenementErrors,
  ...inscriptionErrors,
  ...invitationErrors,
  ...lienErrors,
  ...mediaErrors,
  ...notificationErrors,
  ...sessionErrors,
  ...uploadErrors,
  ...utilisateurErrors,
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errors

/** The sentence of a code with its `{…}` filled in. */
export function sentenceOf(code: ErrorCode, values: Readonly<Record<string, string | number>> = {}): string {
  return errors[code].message.replaceAll(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole))
}
