import type { UtilisateurAvecEmail, UtilisateurRow } from '../database/tables/people.ts'

/**
 * The confirmed address of an account. What belongs to an address (invitations, mail, attempts) belongs only to an
 * account that has confirmed it.
 * @returns an empty text, which no row has, when the address is not confirmed or the person is a guest. A pending new
 * address never counts
 */
export function provenEmailOf({ email, emailConfirmeLe }: Pick<UtilisateurRow, 'email' | 'emailConfirmeLe'>): string {
  return emailConfirmeLe === null ? '' : (email ?? '')
}

/** Whether a person has an address, confirmed or not. */
export function hasEmail(utilisateur: UtilisateurRow): utilisateur is UtilisateurAvecEmail {
  return utilisateur.email !== null
}
