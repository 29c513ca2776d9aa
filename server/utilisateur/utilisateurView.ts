import type { Utilisateur } from '#domain/utilisateur/utilisateur.ts'
import type { UtilisateurRow } from '../database/tables/people.ts'

type Seen = Pick<UtilisateurRow, 'id' | 'email' | 'nom' | 'prenom' | 'role' | 'statutActif' | 'dateCreation' | 'invite'>

/** An account as its owner and administrators see it. */
export function utilisateurView(row: Seen): Utilisateur {
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
