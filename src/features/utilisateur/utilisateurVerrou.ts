import { utilisateurErrors } from '#domain/utilisateur/utilisateur.errors.ts'
import type { Utilisateur } from '#domain/utilisateur/utilisateur.ts'

/** Why an administrator cannot delete, close or change an account, in the server's sentence; null when they can. */
export function verrouOf(
  utilisateur: Utilisateur,
  { acteurId, seulAdministrateurId }: { acteurId: number; seulAdministrateurId: number | null },
): string | null {
  if (utilisateur.id === acteurId) return utilisateurErrors['utilisateur.soi_meme'].message
  const isLast = utilisateur.id === seulAdministrateurId
  return isLast ? utilisateurErrors['utilisateur.dernier_administrateur'].message : null
}

/** Why an administrator cannot change the role of this account, which they may delete and close; null when they can. */
export function roleVerrouOf({ invite }: Utilisateur): string | null {
  return invite ? utilisateurErrors['utilisateur.invite'].message : null
}
