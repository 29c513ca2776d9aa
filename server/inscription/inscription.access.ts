import { canManageEvenement } from '#domain/permissions/evenement.permissions.ts'
import type { EvenementRow, InscriptionRow } from '../database/tables/evenements.ts'
import { findEvenement } from '../evenement/evenement.repository.ts'
import type { AccessRules } from '../http/accessRule.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import { acteurOf, type ActeurDeps } from '../session/acteur.ts'
import { findInscription } from './inscription.repository.ts'

export interface InscriptionContexts {
  'inscription.organisateur': {
    acteur: ActeurConnecte
    resource: { inscription: InscriptionRow; evenement: EvenementRow }
  }
}

export function inscriptionAccess(deps: ActeurDeps) {
  return {
    'inscription.organisateur': async (asked) => {
      const acteur = await acteurOf(deps, asked)
      const inscription = await findInscription(deps.database, Number(asked.params()['id']))
      const evenement = inscription && (await findEvenement(deps.database, inscription.evenementId))
      if (!evenement || !canManageEvenement(acteur, evenement)) throw asked.refusal()
      return { acteur, resource: { inscription, evenement } }
    },
  } satisfies AccessRules<InscriptionContexts>
}
