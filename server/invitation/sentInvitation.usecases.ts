import { dayMs } from '#domain/contract/durations.ts'
import type { InvitationEnvoyee } from '#domain/invitation/invitation.ts'
import { normalizeEmail } from '#domain/utilisateur/utilisateur.ts'
import { writeAudit } from '../audit/audit.ts'
import { nowIso } from '../clock.ts'
import type { InvitationRow } from '../database/tables/evenements.ts'
import { lockEvenement } from '../evenement/places.ts'
import { transactionAs } from '../grant/credential.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import { orThrow, Problem } from '../http/problem.ts'
import { secretHash } from '../secrets/secretHash.ts'
import { newSecret } from '../secrets/secrets.ts'
import { countAttempt } from '../tentative/rateLimit.ts'
import { findUtilisateur, findUtilisateurByEmail } from '../utilisateur/utilisateur.repository.ts'
import {
  changeOpenInvitation,
  findInvitationsOfEvenement,
  insertInvitation,
  lockInvitedAddress,
} from './invitation.repository.ts'
import type { InvitationDeps } from './invitation.usecases.ts'
import { limitInvitationsTo } from './invitationLimit.ts'
import { mailInvitation } from './invitationMail.ts'
import { assertInvitable } from './assertInvitable.ts'
import { limitSignUpInvitation, type SignUpInvitation } from './signUpInvitation.ts'

const unknownPerDay = 20
const resendsPerDay = 3

/**
 * Invites an address without an account: the link goes to the registration and then to the event (product 13). It
 * takes a place like any open invitation.
 */
export async function inviteUnknown(deps: InvitationDeps, input: SignUpInvitation): Promise<InvitationEnvoyee> {
  const { acteur, evenementId, network } = input
  const email = normalizeEmail(input.email)
  if (!acteur.emailConfirme) throw new Problem('utilisateur.email_a_confirmer')
  await countAttempt(deps, { cle: `invitation-compte:${acteur.id}`, limit: unknownPerDay, windowMs: dayMs })
  if (await findUtilisateurByEmail(deps.database, email)) throw new Problem('invitation.compte_existant')
  await limitSignUpInvitation(deps, { acteur, email, network })
  return transactionAs(deps, acteur, async (database) => {
    await lockInvitedAddress(database, email)
    // An account may have registered or confirmed the address since.
    if (await findUtilisateurByEmail(database, email)) throw new Problem('invitation.compte_existant')
    const evenement = orThrow(await lockEvenement(database, evenementId), 'evenement.introuvable')
    await assertInvitable(database, { evenement, email, inviteId: null, now: nowIso(deps.clock) })
    await limitInvitationsTo({ ...deps, database }, { acteurId: acteur.id, evenementId, email })
    const secret = newSecret()
    const row = {
      evenementId,
      email,
      utilisateurId: null,
      tokenHash: secretHash(secret),
      statut: 'EN_ATTENTE',
    } as const
    const dates = { dateEnvoi: nowIso(deps.clock), reponduLe: null, revoqueLe: null }
    const invitation = orThrow(await insertInvitation(database, { ...row, ...dates }), 'invitation.deja_envoyee')
    await mailInvitation({ ...deps, database }, { evenement, email, owner: null, hasAccount: false, acteur, secret })
    await writeAudit(database, deps.clock, {
      acteurId: acteur.id,
      action: 'invitation/envoyee',
      objet: `invitation:${invitation.id}`,
      detail: { sansCompte: true },
    })
    return sentView(invitation)
  })
}

/** Invitations of an event, newest first, including revoked ones. */
export async function listSentInvitations(
  { database }: Pick<InvitationDeps, 'database'>,
  evenementId: number,
): Promise<InvitationEnvoyee[]> {
  return (await findInvitationsOfEvenement(database, evenementId)).map(sentView)
}

interface SentInvitation {
  readonly acteur: ActeurConnecte
  readonly invitation: InvitationRow
}

interface ResendRequest extends SentInvitation {
  /** Network of the request, from `networkOf`. */
  readonly network: string
}

/** Mails an open invitation again with a new link, at most three times a day. */
export async function resendInvitation(
  deps: InvitationDeps,
  { acteur, invitation, network }: ResendRequest,
): Promise<InvitationEnvoyee> {
  if (invitation.statut !== 'EN_ATTENTE') throw new Problem('invitation.sans_attente')
  await countAttempt(deps, { cle: `invitation-renvoi:${invitation.id}`, limit: resendsPerDay, windowMs: dayMs })
  if (invitation.utilisateurId === null) await limitSignUpInvitation(deps, { acteur, email: invitation.email, network })
  return transactionAs(deps, acteur, async (database) => {
    const evenement = orThrow(await lockEvenement(database, invitation.evenementId), 'invitation.introuvable')
    if (evenement.statut === 'ANNULE') throw new Problem('invitation.evenement_annule')
    const secret = newSecret()
    const change = { tokenHash: secretHash(secret), dateEnvoi: nowIso(deps.clock) }
    const changed = orThrow(await changeOpenInvitation(database, invitation.id, change), 'invitation.sans_attente')
    const { evenementId, email, utilisateurId } = changed
    await limitInvitationsTo({ ...deps, database }, { acteurId: acteur.id, evenementId, email })
    const owner = utilisateurId === null ? null : ((await findUtilisateur(database, utilisateurId)) ?? null)
    const hasAccount = owner !== null || (await findUtilisateurByEmail(database, email)) !== undefined
    await mailInvitation({ ...deps, database }, { evenement, email, owner, hasAccount, acteur, secret })
    const objet = `invitation:${invitation.id}`
    await writeAudit(database, deps.clock, { acteurId: acteur.id, action: 'invitation/renvoyee', objet })
    return sentView(changed)
  })
}

/** Revokes an open invitation: its link becomes invalid and its place free. */
export async function revokeInvitation(
  deps: InvitationDeps,
  { acteur, invitation }: SentInvitation,
): Promise<InvitationEnvoyee> {
  return transactionAs(deps, acteur, async (database) => {
    const change = { revoqueLe: nowIso(deps.clock) }
    const changed = orThrow(await changeOpenInvitation(database, invitation.id, change), 'invitation.sans_attente')
    const objet = `invitation:${invitation.id}`
    await writeAudit(database, deps.clock, { acteurId: acteur.id, action: 'invitation/revoquee', objet })
    return sentView(changed)
  })
}

function sentView({ id, email, statut, dateEnvoi, reponduLe, revoqueLe, utilisateurId }: InvitationRow) {
  return { id, email, statut, dateEnvoi, reponduLe, revoqueLe, aUnCompte: utilisateurId !== null }
}
