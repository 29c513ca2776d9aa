import type { ChoixAlbum } from '#domain/album/album.ts'
import {
  canManageEvenement,
  canSeeGalerie,
  type GalerieRegle,
  type MediaReader,
} from '#domain/permissions/evenement.permissions.ts'

/**
 * What a person may download of an event: what they may see one by one (product 21). The organiser: everything except
 * rejected media. A member: the album, while they see it. An author: always their own.
 */
export function choixPermis(
  reader: MediaReader,
  evenement: GalerieRegle & { readonly createurId: number },
): readonly ChoixAlbum[] {
  if (canManageEvenement(reader.acteur, evenement)) return ['VALIDES', 'FAVORIS', 'TOUS']
  return canSeeGalerie(reader, evenement) ? ['VALIDES', 'MIENS'] : ['MIENS']
}
