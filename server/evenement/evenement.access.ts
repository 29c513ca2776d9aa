import { canDiscoverEvenement, canManageEvenement } from '#domain/permissions/evenement.permissions.ts'
import type { EvenementRow, InscriptionRow } from '../database/tables/evenements.ts'
import type { AccessRules, Asked } from '../http/access.ts'
import { findInscriptionOf } from '../inscription/inscription.repository.ts'
import { isInvited } from '../invitation/invitation.repository.ts'
import { hasMediaInEvenement } from './evenement.medias.ts'
import { type ActeurEnSession, acteurOf, type SessionDeps } from '../session/acteur.ts'
import { findEvenement } from './evenement.repository.ts'
import { findAnyEvenement } from './supprime.repository.ts'

/** An event and how the person who asks is tied to it. */
export interface LienParticipant {
  readonly evenement: EvenementRow
  readonly inscription: InscriptionRow | null
  readonly invite: boolean
}

interface Grant<O> {
  acteur: ActeurEnSession
  objet: O
}

export interface EvenementGrants {
  'evenement.organisateur': Grant<EvenementRow>
  'evenement.supprime': Grant<EvenementRow>
  'evenement.lecteur': Grant<LienParticipant>
  'evenement.inscriptible': Grant<LienParticipant>
  'evenement.membre': Grant<LienParticipant>
  'evenement.galerie': Grant<EvenementRow>
}

/** Rules that look an event up by the `id` of the address. */
export function evenementAccess(deps: SessionDeps) {
  const lecteur = async (asked: Asked) => {
    const { acteur, evenement } = await evenementOf(deps, asked)
    const lien = await lienOf(deps, acteur, evenement)
    const mayKnow = canDiscoverEvenement(evenement, {
      statutInscription: lien.inscription?.statutInscription ?? null,
      invite: lien.invite,
    })
    if (acteur.role !== 'PARTICIPANT' || !mayKnow) throw asked.refusal()
    return { acteur, objet: lien }
  }
  return {
    'evenement.organisateur': async (asked) => {
      const { acteur, evenement } = await evenementOf(deps, asked)
      if (!canManageEvenement(acteur, evenement)) throw asked.refusal()
      return { acteur, objet: evenement }
    },
    // Restoring what is not deleted (any more) changes nothing.
    'evenement.supprime': async (asked) => {
      const acteur = await acteurOf(deps, asked.request)
      const evenement = await findAnyEvenement(deps.database, Number(asked.params()['id']))
      if (!evenement || !canManageEvenement(acteur, evenement)) throw asked.refusal()
      return { acteur, objet: evenement }
    },
    'evenement.lecteur': lecteur,
    'evenement.inscriptible': lecteur,
    'evenement.membre': async (asked) => {
      const { acteur, evenement } = await evenementOf(deps, asked)
      const lien = await lienOf(deps, acteur, evenement)
      if (acteur.role !== 'PARTICIPANT' || lien.inscription?.statutInscription !== 'VALIDE') throw asked.refusal()
      return { acteur, objet: lien }
    },
    // Whoever may see at least one media of the event: organiser, members, and authors for ever (product 21).
    'evenement.galerie': async (asked) => {
      const { acteur, evenement } = await evenementOf(deps, asked)
      const { inscription } = await lienOf(deps, acteur, evenement)
      const maySee =
        canManageEvenement(acteur, evenement) ||
        inscription?.statutInscription === 'VALIDE' ||
        (await hasMediaInEvenement(deps.database, { auteurId: acteur.id, evenementId: evenement.id }))
      if (!maySee) throw asked.refusal()
      return { acteur, objet: evenement }
    },
  } satisfies AccessRules
}

async function evenementOf(deps: SessionDeps, asked: Asked) {
  const acteur = await acteurOf(deps, asked.request)
  const evenement = await findEvenement(deps.database, Number(asked.params()['id']))
  if (!evenement) throw asked.refusal()
  return { acteur, evenement }
}

async function lienOf({ database }: SessionDeps, acteur: ActeurEnSession, evenement: EvenementRow) {
  const who = { evenementId: evenement.id, utilisateurId: acteur.id }
  const inscription = await findInscriptionOf(database, who)
  return { evenement, inscription: inscription ?? null, invite: await isInvited(database, who) }
}
