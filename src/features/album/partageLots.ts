import type { LienAlbum } from '#domain/album/album.ts'

export type Fichier = NonNullable<LienAlbum['fichiers']>[number]

/** What a phone's share sheet takes without a sigh; the files of a lot stand in memory until they are given. */
const most = { fichiers: 20, octets: 100 * 1024 * 1024 }

/** Splits files into lots for the share sheet, in their order; one that is large goes alone. */
export function partageLots(fichiers: readonly Fichier[]): Fichier[][] {
  const lots: Fichier[][] = []
  let octets = 0
  for (const fichier of fichiers) {
    const lot = lots.at(-1)
    octets += fichier.taille
    if (lot && lot.length < most.fichiers && octets <= most.octets) lot.push(fichier)
    else {
      lots.push([fichier])
      octets = fichier.taille
    }
  }
  return lots
}
