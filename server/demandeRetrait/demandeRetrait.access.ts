import { canManageEvenement } from '#domain/permissions/evenement.permissions.ts'
import { findEvenement } from '../evenement/evenement.repository.ts'
import type { AccessRules } from '../http/accessRule.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import { findMedia, type MediaAvecAuteur } from '../media/media.repository.ts'
import { acteurOf, type ActeurDeps } from '../session/acteur.ts'
import { type DemandeRow, findDemande } from './demandeRetrait.repository.ts'

export interface DemandeRetraitContexts {
  'demandeRetrait.organisateur': { acteur: ActeurConnecte; resource: { demande: DemandeRow; media: MediaAvecAuteur } }
}

export function demandeRetraitAccess(deps: ActeurDeps) {
  return {
    'demandeRetrait.organisateur': async (asked) => {
      const acteur = await acteurOf(deps, asked)
      const demande = await findDemande(deps.database, Number(asked.params()['id']))
      const media = demande && (await findMedia(deps.database, demande.mediaId))
      const evenement = media && (await findEvenement(deps.database, media.evenementId))
      if (!evenement || !canManageEvenement(acteur, evenement)) throw asked.refusal()
      return { acteur, resource: { demande, media } }
    },
  } satisfies AccessRules<DemandeRetraitContexts>
}
