import { dayMs } from '#domain/contract/durations.ts'
import type { Invitation, ReponseInvitation } from '#domain/invitation/invitation.ts'
import { nomComplet } from '#domain/utilisateur/nomComplet.ts'
import { normalizeEmail } from '#domain/utilisateur/utilisateur.ts'
import { writeAudit } from '../audit/audit.ts'
import { nowIso } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { EvenementRow, InvitationRow } from '../database/tables/evenements.ts'
import type { UtilisateurAvecEmail } from '../database/tables/people.ts'
import { countPlaces, isFull, lockEvenement } from '../evenement/places.ts'
import { transactionAs } from '../grant/credential.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import { orThrow, Problem } from '../http/problem.ts'
import { findInscriptionOf, insertInscription, moveInscription } from '../inscription/inscription.repository.ts'
import { publishInscriptionChange } from '../live/changes.ts'
import { notify } from '../notification/notify.ts'
import { notifyOrganisateur } from '../notification/notifyOrganisateur.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { secretHash } from '../secrets/secretHash.ts'
import { newSecret } from '../secrets/secrets.ts'
import { countAttempt } from '../tentative/rateLimit.ts'
import { confirmEmailOf } from '../utilisateur/confirmation.repository.ts'
import {
  findLivingUtilisateur,
  findUtilisateurByEmail,
  lockUtilisateur,
} from '../utilisateur/utilisateur.repository.ts'
import {
  acceptOpenInvitation,
  answerInvitation,
  findInvitation,
  findInvitationByTokenHash,
  findInvitationsWithEvenement,
  insertInvitation,
} from './invitation.repository.ts'
import { limitInvitationsTo } from './invitationLimit.ts'
import { mailInvitation } from './invitationMail.ts'
import { assertInvitable } from './assertInvitable.ts'
import { limitSignUpInvitation, type SignUpInvitation } from './signUpInvitation.ts'

export interface InvitationDeps extends DatabaseDeps {
  readonly publicUrl: string
}

const unknownPerDay = { limit: 20, windowMs: dayMs }

/**
 * Invites a participant by address. An open invitation takes a place, so plan and capacity are checked here, in one
 * transaction (product 14). It belongs to the account only if that has confirmed the address; otherwise to the
 * address, as if there were no account (product 6).
 * @throws Problem utilisateur.email_a_confirmer for such an address when the organiser's own is not confirmed,
 * invitation.trop_d_envois
 */
export async function inviteParticipant(deps: InvitationDeps, input: SignUpInvitation): Promise<InvitationRow> {
  const { acteur, evenementId } = input
  const found = await findInvitable(deps, input)
  return transactionAs(deps, acteur, async (database) => {
    // A concurrent confirmation of the address either is visible here, or adopts this invitation afterwards.
    await lockUtilisateur(database, found.id)
    const evenement = orThrow(await lockEvenement(database, evenementId), 'evenement.introuvable')
    const { email } = found
    const { id, prenom, emailConfirmeLe } = orThrow(
      await findAtAddress(database, found),
      'invitation.utilisateur_inconnu',
    )
    const owner = emailConfirmeLe === null ? null : { id, prenom }
    await assertInvitable(database, { evenement, email, inviteId: owner?.id ?? null, now: nowIso(deps.clock) })
    await limitInvitationsTo({ ...deps, database }, { acteurId: acteur.id, evenementId, email })
    const secret = newSecret()
    const row = { evenementId, email, utilisateurId: owner?.id ?? null, tokenHash: secretHash(secret) }
    const state = { statut: 'EN_ATTENTE', dateEnvoi: nowIso(deps.clock), reponduLe: null, revoqueLe: null } as const
    const invitation = orThrow(await insertInvitation(database, { ...row, ...state }), 'invitation.deja_envoyee')
    await mailInvitation({ ...deps, database }, { evenement, email, owner, hasAccount: true, acteur, secret })
    const message = `${acteur.prenom} vous invite à cet événement.`
    const named = { message, nommeId: acteur.id }
    const notification = { type: 'INVITATION', titre: evenement.titre, ...named, evenementId } as const
    if (owner) await notify(database, deps.clock, [{ ...notification, utilisateurId: owner.id, isMailed: true }])
    const objet = `invitation:${invitation.id}`
    await writeAudit(database, deps.clock, { acteurId: acteur.id, action: 'invitation/envoyee', objet })
    return invitation
  })
}

/** The caller's invitations, newest first. */
export async function listInvitations({ database }: InvitationDeps, acteur: ActeurConnecte): Promise<Invitation[]> {
  const rows = await findInvitationsWithEvenement(database, { utilisateurId: acteur.id })
  return rows.map(invitationView)
}

/**
 * Opens the invitation of a mailed link. Opening it while signed in with the invited address confirms that address
 * (product 6).
 */
export async function openInvitationLink(
  { database, clock }: InvitationDeps,
  acteur: ActeurConnecte,
  token: string,
): Promise<Invitation> {
  return transactionAs({ database, clock }, acteur, async (transaction) => {
    const invitation = await findInvitationByTokenHash(transaction, secretHash(token))
    if (invitation?.email !== acteur.email) throw new Problem('invitation.introuvable')
    await confirmEmailOf(transaction, acteur, nowIso(clock))
    return { ...(await viewOf(transaction, acteur.id, invitation.id)), token }
  })
}

export interface InvitationAnswer {
  readonly acteur: ActeurConnecte
  readonly invitation: InvitationRow
  readonly reponse: ReponseInvitation
}

/**
 * Answers an invitation, once; the same answer again changes nothing. Accepting makes the registration VALIDE; when the
 * event is full or cancelled, the invitation stays EN_ATTENTE (product 12).
 */
export async function answerInvitationAs(
  { database, clock }: InvitationDeps,
  { acteur, invitation, reponse }: InvitationAnswer,
): Promise<Invitation> {
  if (!acteur.emailConfirme) throw new Problem('utilisateur.email_a_confirmer')
  const now = nowIso(clock)
  return transactionAs({ database, clock }, acteur, async (transaction) => {
    const evenement = orThrow(await lockEvenement(transaction, invitation.evenementId), 'invitation.introuvable')
    const current = orThrow(await findInvitation(transaction, invitation.id), 'invitation.introuvable')
    if (current.statut === reponse.statut) return viewOf(transaction, acteur.id, invitation.id)
    if (current.statut !== 'EN_ATTENTE') throw new Problem('invitation.deja_repondue')
    const isAccepted = reponse.statut === 'ACCEPTEE'
    if (isAccepted && evenement.statut === 'ANNULE') throw new Problem('invitation.evenement_annule')
    if (isAccepted) await admit(transaction, { acteur, evenement, invitation, reponse, now })
    const isAnswered = await answerInvitation(transaction, invitation.id, { statut: reponse.statut, reponduLe: now })
    if (!isAnswered) throw new Problem('invitation.deja_repondue')
    const who = { evenementId: evenement.id, utilisateurId: acteur.id }
    // The event may have invited another address of the person too.
    if (isAccepted) await acceptOpenInvitation(transaction, who, now)
    await publishInscriptionChange(transaction, who)
    const verb = isAccepted ? 'accepte' : 'refuse'
    const message = `${nomComplet(acteur)} ${verb} votre invitation.`
    await notifyOrganisateur({ database: transaction, clock }, { type: 'INVITATION', evenement, acteur, message })
    return viewOf(transaction, acteur.id, invitation.id)
  })
}

/** An unknown address gets 404, at most twenty times a day, so that the endpoint does not reveal who has an account. */
async function findInvitable(
  deps: InvitationDeps,
  { acteur, ...input }: SignUpInvitation,
): Promise<UtilisateurAvecEmail> {
  const uncount = await countAttempt(deps, { cle: `invitation-inconnue:${acteur.id}`, ...unknownPerDay })
  const email = normalizeEmail(input.email)
  const invite = orThrow(await findUtilisateurByEmail(deps.database, email), 'invitation.utilisateur_inconnu')
  // An unconfirmed address may belong to another person: it counts like an address without an account.
  if (invite.emailConfirmeLe === null) await limitSignUpInvitation(deps, { ...input, acteur, email })
  else await uncount()
  if (invite.role !== 'PARTICIPANT') throw new Problem('invitation.role')
  return invite
}

/** The account that was found by an address, unless it has been erased or has another address since. */
async function findAtAddress(database: Database, { id, email }: UtilisateurAvecEmail) {
  const utilisateur = await findLivingUtilisateur(database, id)
  return utilisateur?.email === email ? utilisateur : undefined
}

type Admission = InvitationAnswer & { evenement: EvenementRow; now: string }

/** The place of the invitation becomes a VALIDE registration. */
async function admit(database: Database, { acteur, evenement, invitation, reponse, now }: Admission): Promise<void> {
  const who = { evenementId: evenement.id, utilisateurId: acteur.id }
  const known = await findInscriptionOf(database, who)
  if (known?.statutInscription === 'VALIDE') return
  const isCancelledSince = known?.statutInscription === 'ANNULE' && (known.decideLe ?? '') > invitation.dateEnvoi
  if (isCancelledSince) throw new Problem('inscription.annulee')
  const places = await countPlaces(database, evenement, now)
  if (isFull(places, places.valides)) throw new Problem('inscription.complet')
  if (known) {
    await moveInscription(database, known, { statut: 'VALIDE', decideLe: now })
    return
  }
  const { typeParticipation } = reponse
  const row = { ...who, typeParticipation, statutInscription: 'VALIDE', dateInscription: now, decideLe: now } as const
  await insertInscription(database, row)
}

async function viewOf(database: Database, utilisateurId: number, id: number): Promise<Invitation> {
  const [row] = await findInvitationsWithEvenement(database, { utilisateurId, id })
  return invitationView(orThrow(row, 'invitation.introuvable'))
}

function invitationView(row: Awaited<ReturnType<typeof findInvitationsWithEvenement>>[number]): Invitation {
  const { id, statut, dateEnvoi, evenementId, titre, description, dateDebut, dateFin, fuseau, lieu } = row
  const evenement = {
    id: evenementId,
    titre,
    description,
    dateDebut,
    dateFin,
    fuseau,
    lieu,
    statut: row.statutEvenement,
  }
  return { id, statut, dateEnvoi, evenement: { ...evenement, createur: { prenom: row.createurPrenom } } }
}
