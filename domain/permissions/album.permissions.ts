import type { ChoixAlbum } from '#domain/album/album.ts'
import type { StatutInscription } from '#domain/inscription/inscription.ts'
import {
  type Acteur,
  canManageEvenement,
  canSeeGalerie,
  type GalerieRegle,
} from '#domain/permissions/evenement.permissions.ts'

/**
 * What a person may download of an event: what they may see one by one (product 21). The organiser: everything except
 * rejected media. A member: the album, while they see it. An author: always their own.
 * @param now milliseconds since 1970
 */
export function choixPermis(
  acteur: Acteur,
  evenement: GalerieRegle & { readonly createurId: number },
  statutInscription: StatutInscription | null,
  now: number,
): readonly ChoixAlbum[] {
  if (canManageEvenement(acteur, evenement)) return ['VALIDES', 'FAVORIS', 'TOUS']
  return canSeeGalerie(acteur, evenement, statutInscription, now) ? ['VALIDES', 'MIENS'] : ['MIENS']
}
