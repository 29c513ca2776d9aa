import type { LienAlbum } from '#domain/album/album.ts'

export type Fichier = NonNullable<LienAlbum['fichiers']>[number]

/** Maximum batch for a share sheet; the files of a batch stay in memory until they are shared. */
const maxBatch = { fichiers: 20, octets: 100 * 1024 * 1024 }

/** Splits files into batches for the share sheet, in order; a larger file gets its own batch. */
export function partageLots(fichiers: readonly Fichier[]): Fichier[][] {
  const lots: Fichier[][] = []
  let octets = 0
  for (const fichier of fichiers) {
    const lot = lots.at(-1)
    octets += fichier.taille
    if (lot && lot.length < maxBatch.fichiers && octets <= maxBatch.octets) lot.push(fichier)
    else {
      lots.push([fichier])
      octets = fichier.taille
    }
  }
  return lots
}
