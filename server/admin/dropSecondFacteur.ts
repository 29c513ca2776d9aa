import { writeAudit } from '../audit/audit.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { findClesAcces } from '../cleAcces/cleAcces.repository.ts'
import { findSecondFacteur } from '../secondFacteur/secondFacteur.repository.ts'
import { removeSecondStep } from '../secondFacteur/secondStep.ts'
import { mailLoginChange } from '../utilisateur/compteLettre.ts'
import { findUtilisateurByEmail, lockUtilisateur } from '../utilisateur/utilisateur.repository.ts'

/**
 * Removes the second factor and the passkeys of an account whose owner has lost them and the recovery codes. The
 * operator must verify the owner's identity. The owner is notified by mail.
 * @param email normalized
 * @returns false when there is nothing to remove, null when there is no such account
 */
export function dropSecondFacteur(
  deps: DatabaseDeps & { readonly publicUrl: string },
  email: string,
): Promise<boolean | null> {
  return deps.database.transaction().execute(async (database) => {
    const utilisateur = await findUtilisateurByEmail(database, email)
    if (!utilisateur) return null
    await lockUtilisateur(database, utilisateur.id)
    const facteur = await findSecondFacteur(database, utilisateur.id)
    const cles = await findClesAcces(database, utilisateur.id)
    if (!facteur && cles.length === 0) return false
    await removeSecondStep(database, utilisateur.id)
    await mailLoginChange({ ...deps, database }, utilisateur, cles.length > 0 ? 'tout' : 'code-retire')
    const objet = `utilisateur:${utilisateur.id}`
    const entry = { acteurId: null, action: 'utilisateur/second-facteur-desactive', objet } as const
    await writeAudit(database, deps.clock, { ...entry, detail: { par: 'commande' } })
    return true
  })
}
