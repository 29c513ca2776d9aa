import type { Generated, Selectable } from 'kysely'
import type { ChoixAlbum } from '#domain/album/album.ts'

/** The address of one album for one person, for some hours: which media, and the hash of the very bytes. */
export interface AlbumLienTable {
  id: Generated<number>
  tokenHash: string
  utilisateurId: number
  evenementId: number
  /** jti of the session that asked for it: logging out of that session ends it. */
  sessionId: string
  choix: ChoixAlbum
  /** Numbers of the media, packed. */
  medias: string
  empreinte: string
  /** How many bytes from the first one on have left without a gap. */
  recu: number
  creeLe: string
  expire: string
}
export type AlbumLienRow = Selectable<AlbumLienTable>

/** What of one choice a person has at home. */
export interface AlbumRecuTable {
  id: Generated<number>
  utilisateurId: number
  evenementId: number
  choix: ChoixAlbum
  /** Numbers of the media, packed. */
  medias: string
  /** When the list was made that they took last. */
  depuis: string
}
