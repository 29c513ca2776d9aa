import { canManageEvenement } from '#domain/permissions/evenement.permissions.ts'
import { findEvenement } from '../evenement/evenement.repository.ts'
import type { AccessContext, AccessRules } from '../http/accessRule.ts'
import { acteurOf, type ActeurDeps } from '../session/acteur.ts'
import { findLien, type LienRow } from './lien.repository.ts'

export interface LienContexts {
  'lien.organisateur': AccessContext<LienRow>
}

export function lienAccess(deps: ActeurDeps) {
  return {
    'lien.organisateur': async (asked) => {
      const acteur = await acteurOf(deps, asked)
      const lien = await findLien(deps.database, Number(asked.params()['id']))
      const evenement = lien && (await findEvenement(deps.database, lien.evenementId))
      if (!evenement || !canManageEvenement(acteur, evenement)) throw asked.refusal()
      return { acteur, resource: lien }
    },
  } satisfies AccessRules<LienContexts>
}
