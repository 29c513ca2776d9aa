import type { Database } from '../database/database.ts'
import { orThrow } from '../http/problem.ts'
import { findLivingUtilisateur } from '../utilisateur/utilisateur.repository.ts'
import { collectCompte } from './donneesCompte.ts'
import { collectEvenements } from './donneesEvenements.ts'
import { collectMedias } from './donneesMedias.ts'

export type Donnees = Awaited<ReturnType<typeof collectDonnees>>

/**
 * Collects the data about a person (product 30): everything that names the person, no secrets, and of other people
 * only what was sent to the person.
 * @throws Problem session.expiree for an erased person
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
