import type { UtilisateurRow } from '../database/tables/people.ts'
import { Problem } from '../http/problem.ts'
import type { BreachedPasswords } from './breachedPasswords.ts'
import { isCommonPassword } from './commonPassword.ts'

/**
 * Rejects a new password that is easy to guess or appears in a leak. Call it before a transaction: the look-up may
 * take two seconds.
 * @throws Problem utilisateur.mot_de_passe_courant, utilisateur.mot_de_passe_divulgue
 */
export async function assertAcceptablePassword(
  { breachedPasswords }: { readonly breachedPasswords: BreachedPasswords },
  password: string,
  person: Pick<UtilisateurRow, 'email' | 'nom' | 'prenom'>,
): Promise<void> {
  if (isCommonPassword(password, person)) throw new Problem('utilisateur.mot_de_passe_courant')
  if (await breachedPasswords.has(password)) throw new Problem('utilisateur.mot_de_passe_divulgue')
}
