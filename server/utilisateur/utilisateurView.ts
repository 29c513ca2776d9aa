import type { Utilisateur } from '#domain/utilisateur/utilisateur.ts'
import type { UtilisateurRow } from '../database/tables/people.ts'

export function utilisateurView(row: UtilisateurRow): Utilisateur {
  const { id, email, nom, prenom, role, dateCreation } = row
  return { id, email, nom, prenom, role, dateCreation, statutActif: row.statutActif === 1 }
}
