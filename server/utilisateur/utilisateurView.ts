import type { Utilisateur } from '#domain/utilisateur/utilisateur.ts'
import type { UtilisateurRow } from '../database/tables/people.ts'

export function utilisateurView(row: UtilisateurRow): Utilisateur {
  const { id, nom, prenom, role, dateCreation } = row
  return {
    id,
    email: row.email ?? '',
    nom,
    prenom,
    role,
    dateCreation,
    statutActif: row.statutActif === 1,
    invite: row.invite === 1,
  }
}
