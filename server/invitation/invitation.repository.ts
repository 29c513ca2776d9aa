import type { Insertable, Updateable } from 'kysely'
import type { StatutInvitation } from '#domain/invitation/invitation.ts'
import type { Database } from '../database/database.ts'
import { lockName } from '../database/lock.ts'
import type { InvitationRow, InvitationTable } from '../database/tables/evenements.ts'

/** Whether a person has an invitation to the event that is neither revoked nor refused. */
export async function isInvited(
  database: Database,
  { evenementId, utilisateurId }: { evenementId: number; utilisateurId: number },
): Promise<boolean> {
  const row = await database
    .selectFrom('invitation')
    .select('id')
    .where('evenementId', '=', evenementId)
    .where('utilisateurId', '=', utilisateurId)
    .where('revoqueLe', 'is', null)
    .where('statut', '<>', 'REFUSEE')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether a person has an unanswered invitation to the event, which takes a place (product 14). */
export async function hasOpenInvitation(
  database: Database,
  { evenementId, utilisateurId }: { evenementId: number; utilisateurId: number },
): Promise<boolean> {
  const row = await database
    .selectFrom('invitation')
    .select('id')
    .where('evenementId', '=', evenementId)
    .where('utilisateurId', '=', utilisateurId)
    .where('statut', '=', 'EN_ATTENTE')
    .where('revoqueLe', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether an address has an unanswered invitation to the event. */
export async function isAddressInvited(
  database: Database,
  { evenementId, email }: { evenementId: number; email: string },
): Promise<boolean> {
  const row = await database
    .selectFrom('invitation')
    .select('id')
    .where('evenementId', '=', evenementId)
    .where('email', '=', email)
    .where('statut', '=', 'EN_ATTENTE')
    .where('revoqueLe', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

export function findInvitation(database: Database, id: number): Promise<InvitationRow | undefined> {
  return database
    .selectFrom('invitation')
    .selectAll()
    .where('id', '=', id)
    .where('revoqueLe', 'is', null)
    .executeTakeFirst()
}

/** The invitation of a mailed link, unless it is revoked. */
export function findInvitationByTokenHash(database: Database, tokenHash: string): Promise<InvitationRow | undefined> {
  return database
    .selectFrom('invitation')
    .selectAll()
    .where('tokenHash', '=', tokenHash)
    .where('revoqueLe', 'is', null)
    .executeTakeFirst()
}

/** A person's invitations with their event, newest first; only the one with `id` when given. */
export function findInvitationsWithEvenement(database: Database, which: { utilisateurId: number; id?: number }) {
  const { utilisateurId, id } = which
  return database
    .selectFrom('invitation')
    .innerJoin('evenement', 'evenement.id', 'invitation.evenementId')
    .innerJoin('utilisateur', 'utilisateur.id', 'evenement.createurId')
    .select([
      'invitation.id',
      'invitation.statut',
      'invitation.dateEnvoi',
      'evenement.id as evenementId',
      'evenement.titre',
      'evenement.description',
      'evenement.dateDebut',
      'evenement.dateFin',
      'evenement.fuseau',
      'evenement.lieu',
      'evenement.statut as statutEvenement',
      'utilisateur.prenom as createurPrenom',
    ])
    .where('invitation.utilisateurId', '=', utilisateurId)
    .where('evenement.supprimeLe', 'is', null)
    .where('invitation.revoqueLe', 'is', null)
    .$if(id !== undefined, (query) => query.where('invitation.id', '=', id ?? 0))
    .orderBy('invitation.dateEnvoi', 'desc')
    .orderBy('invitation.id', 'desc')
    .execute()
}

/** Number of open invitations of an event: each takes a place (product 14). */
export async function countInvitationsOuvertes(database: Database, evenementId: number): Promise<number> {
  const { n } = await database
    .selectFrom('invitation')
    .select((select) => select.fn.countAll<number | string>().as('n'))
    .where('evenementId', '=', evenementId)
    .where('statut', '=', 'EN_ATTENTE')
    .where('revoqueLe', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** The new invitation, or undefined when this address already has an open one for the event. */
export function insertInvitation(
  database: Database,
  invitation: Insertable<InvitationTable>,
): Promise<InvitationRow | undefined> {
  return database
    .insertInto('invitation')
    .values(invitation)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Answers an open invitation; false when it is no longer open. */
export async function answerInvitation(
  database: Database,
  id: number,
  { statut, reponduLe }: { statut: StatutInvitation; reponduLe: string },
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('invitation')
    .set({ statut, reponduLe })
    .where('id', '=', id)
    .where('statut', '=', 'EN_ATTENTE')
    .where('revoqueLe', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

interface InvitedPerson {
  readonly evenementId: number
  readonly utilisateurId: number
}

/** Accepts a person's open invitations when the organiser admits the person in another way. */
export async function acceptOpenInvitation(database: Database, who: InvitedPerson, reponduLe: string): Promise<void> {
  await updateOpenOf(database, who).set({ statut: 'ACCEPTEE', reponduLe }).execute()
}

/** Revokes a person's open invitations when the organiser refuses the person: they would keep a place. */
export async function revokeOpenInvitation(database: Database, who: InvitedPerson, revoqueLe: string): Promise<void> {
  await updateOpenOf(database, who).set({ revoqueLe }).execute()
}

function updateOpenOf(database: Database, { evenementId, utilisateurId }: InvitedPerson) {
  return database
    .updateTable('invitation')
    .where('evenementId', '=', evenementId)
    .where('utilisateurId', '=', utilisateurId)
    .where('statut', '=', 'EN_ATTENTE')
    .where('revoqueLe', 'is', null)
}

/** All invitations of an event, newest first. Mailing one again does not change the order. */
export function findInvitationsOfEvenement(database: Database, evenementId: number): Promise<InvitationRow[]> {
  return database
    .selectFrom('invitation')
    .selectAll()
    .where('evenementId', '=', evenementId)
    .orderBy('id', 'desc')
    .execute()
}

/** Changes an open invitation; undefined when it has been answered or revoked. */
export function changeOpenInvitation(
  database: Database,
  id: number,
  change: Pick<Updateable<InvitationTable>, 'tokenHash' | 'dateEnvoi' | 'revoqueLe'>,
): Promise<InvitationRow | undefined> {
  return database
    .updateTable('invitation')
    .set(change)
    .where('id', '=', id)
    .where('statut', '=', 'EN_ATTENTE')
    .where('revoqueLe', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/**
 * Locks an address for what decides who owns its invitations: an invitation of an address without account, and the
 * confirmation of the address. The later one then sees what the earlier one has written.
 * @param database a transaction that has locked its accounts and no event yet; the lock is held until its end
 * @param email normalized
 */
export function lockInvitedAddress(database: Database, email: string): Promise<void> {
  return lockName(database, `invitation:${email}`)
}

/**
 * Assigns invitations of an address to the account that has confirmed it. An open one to an event that already has
 * admitted the person becomes accepted: it would take a second place.
 * @param database a transaction that has locked the account and the address ({@link lockInvitedAddress})
 */
export async function adoptInvitations(
  database: Database,
  { utilisateurId, email }: { utilisateurId: number; email: string },
  reponduLe: string,
): Promise<void> {
  await database
    .updateTable('invitation')
    .set({ utilisateurId })
    .where('email', '=', email)
    .where('utilisateurId', 'is', null)
    .execute()
  const admitted = database
    .selectFrom('inscription')
    .select('evenementId')
    .where('utilisateurId', '=', utilisateurId)
    .where('statutInscription', '=', 'VALIDE')
  await database
    .updateTable('invitation')
    .set({ statut: 'ACCEPTEE', reponduLe })
    .where('utilisateurId', '=', utilisateurId)
    .where('statut', '=', 'EN_ATTENTE')
    .where('revoqueLe', 'is', null)
    .where('evenementId', 'in', admitted)
    .execute()
}
