import type { Generated, Selectable } from 'kysely'
import type { ChoixAlbum } from '#domain/album/album.ts'

/** The download link of an album for one person: the media, and the hash of the exact bytes. Valid for some hours. */
export interface AlbumLienTable {
  id: Generated<number>
  tokenHash: string
  utilisateurId: number
  evenementId: number
  /** jti of the session that created it: ends with that session. */
  sessionId: string
  choix: ChoixAlbum
  /** Packed ids of the media. */
  medias: string
  empreinte: string
  /** Number of bytes sent from the start without a gap. */
  recu: number
  creeLe: string
  expire: string
}
export type AlbumLienRow = Selectable<AlbumLienTable>

/** The media of one choice that a person has downloaded. */
export interface AlbumRecuTable {
  id: Generated<number>
  utilisateurId: number
  evenementId: number
  choix: ChoixAlbum
  /** Packed ids of the media. */
  medias: string
  /** Creation time of the list that was downloaded last. */
  depuis: string
}
