import type { UtilisateurRow } from '../database/tables/people.ts'

/**
 * The address that an account has proven; what belongs to an address (invitations, mail, attempts) is its owner's alone.
 * @returns an empty text when the address is not proven: no row holds it. A new address that waits for its proof never
 *   counts
 */
export function provenEmailOf({ email, emailConfirmeLe }: Pick<UtilisateurRow, 'email' | 'emailConfirmeLe'>): string {
  return emailConfirmeLe === null ? '' : email
}
