import { type ChoixAlbum, isInAlbum, nomDansAlbum } from '#domain/album/album.ts'
import { wallTime } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { ByteRange } from '../http/byteRange.ts'
import { Problem } from '../http/problem.ts'
import { extensionOf } from '../media/mediaView.ts'
import { type OriginalDeps, originalPieces } from '../media/originalBytes.ts'
import type { Patch } from '../upload/blanking/patch.ts'
import type { ZipEntry } from '../zip/zipEntry.ts'
import { type AlbumMedia, findMediaNow } from './album.repository.ts'

export interface Choix {
  readonly choix: ChoixAlbum
  readonly utilisateurId: number
}

export interface EntryDeps extends OriginalDeps {
  readonly database: Database
  /** Called before each file is read; rejects when the person may no longer download it. */
  readonly assertRight?: () => Promise<void>
}

/** Whether a media belongs to a choice of an album. */
export function isChosen(
  { choix, utilisateurId }: Choix,
  media: Pick<AlbumMedia, 'statut' | 'favori' | 'auteurId'>,
): boolean {
  const { statut, auteurId } = media
  return isInAlbum(choix, { statut, auteurId, favori: media.favori === 1 }, utilisateurId)
}

/** Whether the original can be given out: others do not get an original that cannot be blanked (product 25). */
export function isGivable(chosen: Choix, media: Pick<AlbumMedia, 'resteChezAuteur'>): boolean {
  return isReservedGiven(chosen) || media.resteChezAuteur === 0
}

/** Whether a choice holds originals that only their author gets. */
export function isReservedGiven({ choix }: Choix): boolean {
  return choix === 'MIENS'
}

/** The name of a media in the ZIP: time, author and id. */
export function nameOf({ id, datePrise, fuseau, auteurPrenom, auteurNom, mime }: AlbumMedia): string {
  const prise = wallTime(datePrise, fuseau)
  return nomDansAlbum({ prise, prenom: auteurPrenom, nom: auteurNom, id, extension: extensionOf(mime) })
}

/** The files of an album: one's own unchanged, those of others blanked. */
export function entriesOf(deps: EntryDeps, chosen: Choix, medias: readonly AlbumMedia[]): ZipEntry[] {
  return medias.map((media) => ({
    name: nameOf(media),
    size: media.taille,
    crc32: chosen.choix === 'MIENS' ? media.crc32 : media.crc32Masque,
    modifiedAt: media.datePrise,
    fuseau: media.fuseau,
    open: (part: ByteRange) => bytesOf(deps, { chosen, media, part }),
  }))
}

interface RequestedEntry {
  readonly chosen: Choix
  readonly media: AlbumMedia
  readonly part: ByteRange
}

/**
 * @throws Problem album.change when the media was removed since the list was made: a download takes minutes; what
 * `assertRight` throws
 */
async function* bytesOf(deps: EntryDeps, { chosen, media, part }: RequestedEntry) {
  await deps.assertRight?.()
  const now = await findMediaNow(deps.database, media.id)
  if (!now || !isChosen(kept(chosen), now)) throw new Problem('album.change')
  const patches = chosen.choix === 'MIENS' ? [] : (JSON.parse(now.plagesMasquees) as Patch[])
  const { id: mediaId, fichier, taille: size } = media
  const crc32 = chosen.choix === 'MIENS' ? media.crc32 : media.crc32Masque
  yield* originalPieces(deps, { mediaId, fichier, size, patches, crc32 }, part)
}

/** A removed favourite mark does not change a frozen list: its media may still be downloaded. */
export function kept(chosen: Choix): Choix {
  return chosen.choix === 'FAVORIS' ? { ...chosen, choix: 'TOUS' } : chosen
}
