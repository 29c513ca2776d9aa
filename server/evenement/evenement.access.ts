import { canDiscoverEvenement, canManageEvenement } from '#domain/permissions/evenement.permissions.ts'
import type { EvenementRow, InscriptionRow } from '../database/tables/evenements.ts'
import type { AccessContext, AccessRules, AccessRequest } from '../http/accessRule.ts'
import { Problem } from '../http/problem.ts'
import { findInscriptionOf } from '../inscription/inscription.repository.ts'
import { isInvited } from '../invitation/invitation.repository.ts'
import { hasMediaInEvenement } from './evenement.medias.ts'
import { type ActeurEnSession, acteurOf, type ActeurDeps } from '../session/acteur.ts'
import { findEvenement } from './evenement.repository.ts'
import { findAnyEvenement } from './supprime.repository.ts'

export interface Participation {
  readonly evenement: EvenementRow
  readonly inscription: InscriptionRow | null
  /** Whether the person has an open invitation. */
  readonly isInvited: boolean
}

export interface EvenementContexts {
  'evenement.organisateur': AccessContext<EvenementRow, ActeurEnSession>
  'evenement.supprime': AccessContext<EvenementRow, ActeurEnSession>
  'evenement.lecteur': AccessContext<Participation, ActeurEnSession>
  'evenement.inscriptible': AccessContext<Participation, ActeurEnSession>
  'evenement.membre': AccessContext<Participation, ActeurEnSession>
  'evenement.galerie': AccessContext<EvenementRow, ActeurEnSession>
}

export function evenementAccess(deps: ActeurDeps) {
  const lecteur = async (asked: AccessRequest) => {
    const { acteur, evenement } = await evenementOf(deps, asked)
    const participation = await participationOf(deps, acteur, evenement)
    const canDiscover = canDiscoverEvenement(evenement, {
      statutInscription: participation.inscription?.statutInscription ?? null,
      isInvited: participation.isInvited,
    })
    // A guest has one event; public ones are for accounts.
    const isElsewhere = acteur.invite && participation.inscription === null
    if (acteur.role !== 'PARTICIPANT' || isElsewhere || !canDiscover) throw asked.refusal()
    return { acteur, resource: participation }
  }
  return {
    'evenement.organisateur': async (asked) => {
      const { acteur, evenement } = await evenementOf(deps, asked)
      if (!canManageEvenement(acteur, evenement)) throw asked.refusal()
      return { acteur, resource: evenement }
    },
    // Also accepts an event that is not deleted: restoring it changes nothing.
    'evenement.supprime': async (asked) => {
      const acteur = await acteurOf(deps, asked)
      const evenement = await findAnyEvenement(deps.database, Number(asked.params()['id']))
      if (!evenement || !canManageEvenement(acteur, evenement)) throw asked.refusal()
      return { acteur, resource: evenement }
    },
    'evenement.lecteur': lecteur,
    'evenement.inscriptible': lecteur,
    'evenement.membre': async (asked) => {
      const { acteur, evenement } = await evenementOf(deps, asked)
      const participation = await participationOf(deps, acteur, evenement)
      const statut = participation.inscription?.statutInscription
      if (acteur.role === 'PARTICIPANT' && statut === 'EN_ATTENTE') throw waitingRefusal(asked)
      if (acteur.role !== 'PARTICIPANT' || statut !== 'VALIDE') throw asked.refusal()
      return { acteur, resource: participation }
    },
    // All who may see a media of the event: organiser, members, and authors permanently (product 21).
    'evenement.galerie': async (asked) => {
      const { acteur, evenement } = await evenementOf(deps, asked)
      const { inscription } = await participationOf(deps, acteur, evenement)
      const maySee =
        canManageEvenement(acteur, evenement) ||
        inscription?.statutInscription === 'VALIDE' ||
        (await hasMediaInEvenement(deps.database, { auteurId: acteur.id, evenementId: evenement.id }))
      if (!maySee) throw asked.refusal()
      return { acteur, resource: evenement }
    },
  } satisfies AccessRules<EvenementContexts>
}

/** The refusal to a person whose registration waits: their upload queue continues once it is validated. */
function waitingRefusal(asked: AccessRequest): Problem {
  const code = 'upload.inscription_en_attente'
  return asked.endpoint.errors.includes(code) ? new Problem(code) : asked.refusal()
}

async function evenementOf(deps: ActeurDeps, asked: AccessRequest) {
  const acteur = await acteurOf(deps, asked)
  const evenement = await findEvenement(deps.database, Number(asked.params()['id']))
  if (!evenement) throw asked.refusal()
  return { acteur, evenement }
}

async function participationOf({ database }: ActeurDeps, acteur: ActeurEnSession, evenement: EvenementRow) {
  const who = { evenementId: evenement.id, utilisateurId: acteur.id }
  const inscription = await findInscriptionOf(database, who)
  return { evenement, inscription: inscription ?? null, isInvited: await isInvited(database, who) }
}
