import { writeAudit } from '../audit/audit.ts'
import type { Parts } from '../parts.ts'
import { findSecondFacteur, removeSecondFacteur } from '../secondFacteur/secondFacteur.repository.ts'
import { tellSecondFacteur } from '../utilisateur/compteLettre.ts'
import { findUtilisateurByEmail, lockUtilisateur } from '../utilisateur/utilisateur.repository.ts'

/**
 * Switches the second factor of an account off, for somebody who has lost their phone and their recovery codes. The
 * operator has to know that it is them; the account's address is told.
 * @param email normalised
 * @returns false when there is no such account, or none to switch off
 */
export function dropSecondFacteur(
  deps: Pick<Parts, 'database' | 'clock' | 'publicUrl'>,
  email: string,
): Promise<boolean> {
  return deps.database.transaction().execute(async (database) => {
    const utilisateur = await findUtilisateurByEmail(database, email)
    if (!utilisateur) return false
    await lockUtilisateur(database, utilisateur.id)
    if (!(await findSecondFacteur(database, utilisateur.id))) return false
    await removeSecondFacteur(database, utilisateur.id)
    await tellSecondFacteur({ ...deps, database }, utilisateur, 'desactive')
    const objet = `utilisateur:${utilisateur.id}`
    const entry = { acteurId: null, action: 'utilisateur/second-facteur-desactive', objet }
    await writeAudit(database, deps.clock, { ...entry, detail: { par: 'commande' } })
    return true
  })
}
