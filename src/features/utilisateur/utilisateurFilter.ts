import { matchesWords } from '#domain/texte/searchWords.ts'
import { type Role, roles, type Utilisateur } from '#domain/utilisateur/utilisateur.ts'

export const roleFilters = ['TOUS', ...roles] as const
export type RoleFilter = (typeof roleFilters)[number]

const plural: Record<Role, string> = {
  ADMINISTRATEUR: 'Administrateurs',
  ORGANISATEUR: 'Organisateurs',
  PARTICIPANT: 'Participants',
}

/** Accounts whose name or address holds every word searched; case and accents do not matter. */
export function found(utilisateurs: readonly Utilisateur[], q: string): readonly Utilisateur[] {
  return utilisateurs.filter(({ prenom, nom, email }) => matchesWords(`${prenom} ${nom} ${email}`, q))
}

/** The chips of the role filter, with how many of the found ones each holds. */
export function roleOptions(utilisateurs: readonly Utilisateur[]) {
  return [
    { value: 'TOUS' as RoleFilter, label: 'Tous', count: utilisateurs.length },
    ...roles.map((value) => ({
      value: value as RoleFilter,
      label: plural[value],
      count: utilisateurs.filter(({ role }) => role === value).length,
    })),
  ]
}
