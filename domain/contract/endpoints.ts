import { abonnementEndpoints } from '#domain/abonnement/abonnement.endpoints.ts'
import { albumEndpoints } from '#domain/album/album.endpoints.ts'
import { consentementEndpoints } from '#domain/consentement/consentement.endpoints.ts'
import { dashboardEndpoints } from '#domain/dashboard/dashboard.endpoints.ts'
import { demandeRetraitEndpoints } from '#domain/demandeRetrait/demandeRetrait.endpoints.ts'
import { donneesEndpoints } from '#domain/donnees/donnees.endpoints.ts'
import type { Endpoint } from '#domain/contract/endpoint.ts'
import { evenementEndpoints } from '#domain/evenement/evenement.endpoints.ts'
import { inscriptionEndpoints } from '#domain/inscription/inscription.endpoints.ts'
import { invitationEndpoints } from '#domain/invitation/invitation.endpoints.ts'
import { lienEndpoints } from '#domain/lien/lien.endpoints.ts'
import { liveEndpoints } from '#domain/live/live.endpoints.ts'
import { mediaEndpoints } from '#domain/media/media.endpoints.ts'
import { notificationEndpoints } from '#domain/notification/notification.endpoints.ts'
import { recompenseEndpoints } from '#domain/recompense/recompense.endpoints.ts'
import { serviceEndpoints } from '#domain/service/service.endpoints.ts'
import { statistiqueEndpoints } from '#domain/statistique/statistique.endpoints.ts'
import { avisEndpoints } from '#domain/notification/avis.endpoints.ts'
import { pushEndpoints } from '#domain/notification/push.endpoints.ts'
import { uploadEndpoints } from '#domain/upload/upload.endpoints.ts'
import { appareilEndpoints } from '#domain/utilisateur/appareil.endpoints.ts'
import { cleAccesEndpoints } from '#domain/utilisateur/cleAcces.endpoints.ts'
import { compteEndpoints } from '#domain/utilisateur/compte.endpoints.ts'
import { fusionEndpoints } from '#domain/utilisateur/fusion.endpoints.ts'
import { secondFacteurEndpoints } from '#domain/utilisateur/secondFacteur.endpoints.ts'
import { utilisateurEndpoints } from '#domain/utilisateur/utilisateur.endpoints.ts'

/** The whole contract, by noun. The server registers every endpoint of it and nothing else below /api. */
export const endpoints = {
  service: serviceEndpoints,
  utilisateur: utilisateurEndpoints,
  compte: compteEndpoints,
  fusion: fusionEndpoints,
  appareil: appareilEndpoints,
  secondFacteur: secondFacteurEndpoints,
  cleAcces: cleAccesEndpoints,
  abonnement: abonnementEndpoints,
  donnees: donneesEndpoints,
  evenement: evenementEndpoints,
  inscription: inscriptionEndpoints,
  invitation: invitationEndpoints,
  lien: lienEndpoints,
  consentement: consentementEndpoints,
  media: mediaEndpoints,
  album: albumEndpoints,
  demandeRetrait: demandeRetraitEndpoints,
  upload: uploadEndpoints,
  statistique: statistiqueEndpoints,
  dashboard: dashboardEndpoints,
  recompense: recompenseEndpoints,
  notification: notificationEndpoints,
  live: liveEndpoints,
  avis: avisEndpoints,
  push: pushEndpoints,
} as const

/** Every endpoint with its name, `noun/verb`. */
export function allEndpoints(): { name: string; endpoint: Endpoint }[] {
  return Object.entries(endpoints).flatMap(([noun, ofNoun]) =>
    Object.entries(ofNoun).map(([verb, endpoint]) => ({ name: `${noun}/${verb}`, endpoint: endpoint as Endpoint })),
  )
}
