import { canManageEvenement } from '#domain/permissions/evenement.permissions.ts'
import type { InvitationRow } from '../database/tables/evenements.ts'
import { findEvenement } from '../evenement/evenement.repository.ts'
import type { AccessContext, AccessRules } from '../http/accessRule.ts'
import { acteurOf, type ActeurDeps } from '../session/acteur.ts'
import { findInvitation } from './invitation.repository.ts'

export interface InvitationContexts {
  'invitation.destinataire': AccessContext<InvitationRow>
  'invitation.organisateur': AccessContext<InvitationRow>
}

/**
 * An invitation by its id, for the account that has confirmed the invited address, or for the organiser of its event.
 */
export function invitationAccess(deps: ActeurDeps) {
  return {
    'invitation.destinataire': async (asked) => {
      const acteur = await acteurOf(deps, asked)
      const invitation = await findInvitation(deps.database, Number(asked.params()['id']))
      const isInvited = acteur.role === 'PARTICIPANT' && invitation?.utilisateurId === acteur.id
      if (!invitation || !isInvited) throw asked.refusal()
      return { acteur, resource: invitation }
    },
    'invitation.organisateur': async (asked) => {
      const acteur = await acteurOf(deps, asked)
      const invitation = await findInvitation(deps.database, Number(asked.params()['id']))
      const evenement = invitation && (await findEvenement(deps.database, invitation.evenementId))
      if (!evenement || !canManageEvenement(acteur, evenement)) throw asked.refusal()
      return { acteur, resource: invitation }
    },
  } satisfies AccessRules<InvitationContexts>
}
