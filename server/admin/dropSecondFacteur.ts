import { writeAudit } from '../audit/audit.ts'
import type { Parts } from '../parts.ts'
import { findSecondFacteur, removeSecondFacteur } from '../secondFacteur/secondFacteur.repository.ts'
import { tellSecondFacteur } from '../utilisateur/compteLettre.ts'
import { findUtilisateurByEmail, lockUtilisateur } from '../utilisateur/utilisateur.repository.ts'

/**
 * Switches the second factor of an account off when its owner has lost phone and recovery codes. The operator has to
 * check that it is the owner who asks; the owner gets a mail.
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
