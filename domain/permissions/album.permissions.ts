import type { ChoixAlbum } from '#domain/album/album.ts'
import type { StatutInscription } from '#domain/inscription/inscription.ts'
import { type Acteur, canManageEvenement } from '#domain/permissions/evenement.permissions.ts'

/**
 * What a person may download of an event: what they may see one by one (product 21). The organiser: everything except
 * rejected media. A member: the album. An author: always their own.
 */
export function choixPermis(
  acteur: Acteur,
  evenement: { readonly createurId: number },
  statutInscription: StatutInscription | null,
): readonly ChoixAlbum[] {
  if (canManageEvenement(acteur, evenement)) return ['VALIDES', 'FAVORIS', 'TOUS']
  return statutInscription === 'VALIDE' ? ['VALIDES', 'MIENS'] : ['MIENS']
}
