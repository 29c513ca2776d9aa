import { type Insertable, sql } from 'kysely'
import type { ChoixAlbum } from '#domain/album/album.ts'
import type { Database } from '../database/database.ts'
import { pagesById } from '../database/pagesById.ts'
import type { AlbumLienRow, AlbumLienTable } from '../database/tables/albums.ts'

/** Maximum number of links per person; the oldest one is deleted. */
const liensKept = 10

/** 1: only its author gets the original, because nothing can be blanked in it. */
const isReserved = sql<0 | 1>`case when ${sql.ref('plagesMasquees')} = 'null' then 1 else 0 end`.as('resteChezAuteur')

export type AlbumMedia = Awaited<ReturnType<typeof findAlbumMedias>>[number]

/** All media of an event that are not removed, by capture date, without `plagesMasquees`, which can be large. */
export function findAlbumMedias(database: Database, evenementId: number) {
  return database
    .selectFrom('media')
    .innerJoin('utilisateur as auteur', 'auteur.id', 'media.auteurId')
    .select([
      'media.id',
      'auteurId',
      'type',
      'mime',
      'taille',
      'crc32',
      'crc32Masque',
      'fichier',
      'media.statut',
      'favori',
    ])
    .innerJoin('evenement', 'evenement.id', 'media.evenementId')
    .select(['evenement.fuseau', 'datePrise', 'auteur.prenom as auteurPrenom', 'auteur.nom as auteurNom'])
    .select(isReserved)
    .where('evenementId', '=', evenementId)
    .where('media.statut', '<>', 'SUPPRIME')
    .orderBy('datePrise')
    .orderBy('media.id')
    .execute()
}

/**
 * Number and bytes of the media of an event that are not removed, by what decides on a choice. Those that are kept for
 * their author are also counted apart.
 */
export async function countAlbumMedias(database: Database, evenementId: number) {
  const counted = () =>
    database
      .selectFrom('media')
      .select((select) => [
        'statut',
        'favori',
        'auteurId',
        select.fn.countAll<number | string>().as('nombre'),
        select.fn.sum<number | string>('taille').as('octets'),
      ])
      .where('evenementId', '=', evenementId)
      .where('statut', '<>', 'SUPPRIME')
      .groupBy(['statut', 'favori', 'auteurId'])
  // A literal: a partial index does not serve a parameter.
  const reserved = counted().where('plagesMasquees', '=', sql.lit('null'))
  return { all: await counted().execute(), reserved: await reserved.execute() }
}

/** Pages of what decides on a choice, of all media of an event that are not removed. */
export function albumMediaPages(database: Database, evenementId: number) {
  return pagesById((after, limit) =>
    database
      .selectFrom('media')
      .select(['id', 'auteurId', 'taille', 'statut', 'favori', isReserved])
      .where('evenementId', '=', evenementId)
      .where('statut', '<>', 'SUPPRIME')
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute(),
  )
}

/** The current state of a media, and what is blanked in it. */
export function findMediaNow(database: Database, id: number) {
  return database
    .selectFrom('media')
    .select(['statut', 'favori', 'auteurId', 'plagesMasquees'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Inserts a link and deletes the oldest links of the person above the limit. */
export async function insertLien(database: Database, lien: Insertable<AlbumLienTable>): Promise<void> {
  const newest = database
    .selectFrom('albumLien')
    .select('id')
    .where('utilisateurId', '=', lien.utilisateurId)
    .orderBy('id', 'desc')
    .limit(liensKept - 1)
  await database
    .deleteFrom('albumLien')
    .where('utilisateurId', '=', lien.utilisateurId)
    .where('id', 'not in', newest)
    .execute()
  await database.insertInto('albumLien').values(lien).execute()
}

/** The link with this secret, if it is not expired and its session has not ended. */
export function findLien(database: Database, tokenHash: string, now: string): Promise<AlbumLienRow | undefined> {
  return database
    .selectFrom('albumLien')
    .innerJoin('session', 'session.jti', 'albumLien.sessionId')
    .selectAll('albumLien')
    .where('tokenHash', '=', tokenHash)
    .where('albumLien.expire', '>', now)
    .where('session.finLe', 'is', null)
    .executeTakeFirst()
}

/**
 * Records that the bytes from `start` to `end` were sent. A part after a gap does not count.
 * @returns the number of bytes sent from the beginning without a gap, or null when the link is gone
 */
export async function advanceLien(
  database: Database,
  { id, start, end }: { id: number; start: number; end: number },
): Promise<number | null> {
  await database
    .updateTable('albumLien')
    .set({ recu: end })
    .where('id', '=', id)
    .where('recu', '>=', start)
    .where('recu', '<', end)
    .execute()
  const row = await database.selectFrom('albumLien').select('recu').where('id', '=', id).executeTakeFirst()
  return row?.recu ?? null
}

interface Preneur {
  readonly utilisateurId: number
  readonly evenementId: number
}

/** The media of an event that a person has downloaded, by choice. */
export function findRecus(database: Database, { utilisateurId, evenementId }: Preneur) {
  return database
    .selectFrom('albumRecu')
    .select(['choix', 'medias', 'depuis'])
    .where('utilisateurId', '=', utilisateurId)
    .where('evenementId', '=', evenementId)
    .execute()
}

/** Stores which media of a choice a person has downloaded, in place of an earlier row. @param medias packed ids */
export async function saveRecu(
  database: Database,
  { medias, depuis, ...key }: Preneur & { choix: ChoixAlbum; medias: string; depuis: string },
): Promise<void> {
  await database
    .insertInto('albumRecu')
    .values({ ...key, medias, depuis })
    .onConflict((conflict) =>
      conflict.columns(['utilisateurId', 'evenementId', 'choix']).doUpdateSet({ medias, depuis }),
    )
    .execute()
}
