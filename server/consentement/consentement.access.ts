import type { ConsentementRow } from '../database/tables/people.ts'
import type { AccessContext, AccessRules } from '../http/accessRule.ts'
import { acteurOf, type ActeurDeps } from '../session/acteur.ts'
import { findConsentement } from './consentement.repository.ts'

export interface ConsentementContexts {
  'consentement.titulaire': AccessContext<ConsentementRow>
}

export function consentementAccess(deps: ActeurDeps) {
  return {
    'consentement.titulaire': async (asked) => {
      const acteur = await acteurOf(deps, asked)
      const consentement = await findConsentement(deps.database, Number(asked.params()['id']))
      if (consentement?.utilisateurId !== acteur.id) throw asked.refusal()
      return { acteur, resource: consentement }
    },
  } satisfies AccessRules<ConsentementContexts>
}
