import type { Database } from '../database/database.ts'
import { orThrow } from '../http/problem.ts'
import { findLivingUtilisateur } from '../utilisateur/utilisateur.repository.ts'
import { collectCompte } from './donneesCompte.ts'
import { collectEvenements } from './donneesEvenements.ts'
import { collectMedias } from './donneesMedias.ts'

/** Everything about one person, as it leaves. */
export type Donnees = Awaited<ReturnType<typeof collectDonnees>>

/**
 * Gathers everything about a person (product 30): all that names them, no secret, and of others no more than was
 * written to them.
 * @throws Problem session.expiree for somebody erased
 */
export async function collectDonnees(database: Database, id: number) {
  const person = orThrow(await findLivingUtilisateur(database, id), 'session.expiree')
  return {
    firstName: person.prenom,
    lastName: person.nom,
    ...(await collectCompte(database, person)),
    ...(await collectEvenements(database, person)),
    ...(await collectMedias(database, id)),
  }
}
