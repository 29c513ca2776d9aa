import type { Insertable, Updateable } from 'kysely'
import type { StatutInvitation } from '#domain/invitation/invitation.ts'
import type { Database } from '../database/database.ts'
import type { InvitationRow, InvitationTable } from '../database/tables/evenements.ts'

/** Whether an invitation to the event stands for this person: open or accepted, not revoked. */
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

/** Whether an invitation of this person waits for its answer: it holds a place for them (product 14). */
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

export function findInvitation(database: Database, id: number): Promise<InvitationRow | undefined> {
  return database
    .selectFrom('invitation')
    .selectAll()
    .where('id', '=', id)
    .where('revoqueLe', 'is', null)
    .executeTakeFirst()
}

/** The invitation behind a mailed link, unless it was taken back. */
export function findInvitationByTokenHash(database: Database, tokenHash: string): Promise<InvitationRow | undefined> {
  return database
    .selectFrom('invitation')
    .selectAll()
    .where('tokenHash', '=', tokenHash)
    .where('revoqueLe', 'is', null)
    .executeTakeFirst()
}

/** A person's invitations with the event each is for, newest first; of one id alone when given. */
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

/** Open invitations of an event: each holds a place (product 14). */
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

/** The new invitation, or undefined when one to this address is open for the event. */
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

/** Answers an invitation that still waits; false when it does no more. */
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

/** Uses up a person's own open invitation when the organiser lets them in another way. */
export async function acceptOpenInvitation(
  database: Database,
  { evenementId, utilisateurId }: { evenementId: number; utilisateurId: number },
  reponduLe: string,
): Promise<void> {
  await database
    .updateTable('invitation')
    .set({ statut: 'ACCEPTEE', reponduLe })
    .where('evenementId', '=', evenementId)
    .where('utilisateurId', '=', utilisateurId)
    .where('statut', '=', 'EN_ATTENTE')
    .where('revoqueLe', 'is', null)
    .execute()
}

/** All invitations of an event, newest first; one that is mailed again keeps its place. */
export function findInvitationsOfEvenement(database: Database, evenementId: number): Promise<InvitationRow[]> {
  return database
    .selectFrom('invitation')
    .selectAll()
    .where('evenementId', '=', evenementId)
    .orderBy('id', 'desc')
    .execute()
}

/** Changes an invitation that waits; undefined when it was answered or taken back meanwhile. */
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

/** Invitations sent to an address before it had an account become those of its proven owner. */
export async function adoptInvitations(
  database: Database,
  { utilisateurId, email }: { utilisateurId: number; email: string },
): Promise<void> {
  await database
    .updateTable('invitation')
    .set({ utilisateurId })
    .where('email', '=', email)
    .where('utilisateurId', 'is', null)
    .execute()
}
