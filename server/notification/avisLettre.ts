import type { Role } from '#domain/utilisateur/utilisateur.ts'
import type { Lettre } from '../mail/lettre.ts'
import { linesOf, placeOf } from './avisLines.ts'
import type { NotificationRow } from './notification.repository.ts'

interface Avis {
  readonly utilisateur: { readonly prenom: string; readonly role: Role }
  /** Null for notifications without an event. */
  readonly evenement: { readonly titre: string } | null
  readonly notifications: readonly Pick<NotificationRow, 'type' | 'titre' | 'message' | 'evenementId' | 'mediaId'>[]
  readonly publicUrl: string
  readonly desinscription: string
}

const linesShown = 20

/** One message for all notifications about an event. Repeated ones are shown once, with a count. */
export function lettreOfAvis({ utilisateur, evenement, notifications, publicUrl, desinscription }: Avis): Lettre {
  const name = evenement?.titre ?? notifications[0]?.titre ?? ''
  const lines = linesOf(notifications, name)
  const more = lines.length - linesShown
  return {
    sujet: `Des nouvelles de « ${name} »`,
    prenom: utilisateur.prenom,
    paragraphes: [
      `Voici du nouveau sur « ${name} » :`,
      // The message of an organiser may have several lines.
      ...lines.slice(0, linesShown).map((line) => line.split('\n')),
      ...(more > 0 ? [`Et ${more} de plus dans l'application.`] : []),
    ],
    bouton: { libelle: 'Ouvrir Éclats', adresse: `${publicUrl}${placeOf(notifications, utilisateur.role)}` },
    desinscription,
  }
}
