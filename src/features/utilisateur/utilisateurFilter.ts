import { matchesWords } from '#domain/texte/searchWords.ts'
import { type Role, roles, type Utilisateur } from '#domain/utilisateur/utilisateur.ts'

export type RoleFilter = 'TOUS' | Role

const plural: Record<Role, string> = {
  ADMINISTRATEUR: 'Administrateurs',
  ORGANISATEUR: 'Organisateurs',
  PARTICIPANT: 'Participants',
}

/** Accounts whose name or e-mail contains every search word, ignoring case and accents. */
export function filterUtilisateurs(utilisateurs: readonly Utilisateur[], q: string): readonly Utilisateur[] {
  return utilisateurs.filter(({ prenom, nom, email }) => matchesWords(`${prenom} ${nom} ${email}`, q))
}

/** The options of the role filter. @param found search results, for the number in each role; null: not all are known */
export function roleOptions(found: readonly Utilisateur[] | null) {
  return [
    { value: 'TOUS' as RoleFilter, label: 'Tous', count: found?.length },
    ...roles.map((value) => ({
      value: value as RoleFilter,
      label: plural[value],
      count: found?.filter(({ role }) => role === value).length,
    })),
  ]
}
