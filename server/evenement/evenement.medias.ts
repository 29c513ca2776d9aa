import type { Database } from '../database/database.ts'
import { eraseLater } from '../media/media.repository.ts'

/** Whether a person has brought a media to an event. */
export async function hasMediaInEvenement(
  database: Database,
  { auteurId, evenementId }: { auteurId: number; evenementId: number },
): Promise<boolean> {
  const row = await database
    .selectFrom('media')
    .select('id')
    .where('auteurId', '=', auteurId)
    .where('evenementId', '=', evenementId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Media of several events, counted by statut, in one query. */
export function countMediasByStatut(database: Database, evenementIds: readonly number[]) {
  if (evenementIds.length === 0) return Promise.resolve([])
  return database
    .selectFrom('media')
    .select((select) => ['evenementId', 'statut', select.fn.countAll<number | string>().as('n')])
    .where('evenementId', 'in', evenementIds)
    .groupBy(['evenementId', 'statut'])
    .execute()
}

/** Validated media of each of these events, and those of them that one person brought; an empty album counts 0. */
export async function countAlbums(
  database: Database,
  evenementIds: readonly number[],
  auteurId: number,
): Promise<ReadonlyMap<number, { medias: number; miens: number }>> {
  const albums = new Map(evenementIds.map((id) => [id, { medias: 0, miens: 0 }]))
  if (evenementIds.length === 0) return albums
  const rows = await database
    .selectFrom('media')
    .select((select) => [
      'evenementId',
      select.fn.countAll<number | string>().as('medias'),
      select.fn.count<number | string>(select.case().when('auteurId', '=', auteurId).then(1).end()).as('miens'),
    ])
    .where('evenementId', 'in', evenementIds)
    .where('statut', '=', 'VALIDE')
    .groupBy('evenementId')
    .execute()
  for (const { evenementId, medias, miens } of rows)
    albums.set(evenementId, { medias: Number(medias), miens: Number(miens) })
  return albums
}

/**
 * The media whose thumbnail stands for each event: the one that the organiser chose, else the first favourite, else the
 * first; of those that are validated and whose preview is made.
 */
export async function couverturesOf(
  database: Database,
  evenementIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (evenementIds.length === 0) return new Map()
  const rows = await database
    .selectFrom('media')
    .select((select) => ['evenementId', 'couverture', 'favori', select.fn.min<number | string>('id').as('id')])
    .where('evenementId', 'in', evenementIds)
    .where('statut', '=', 'VALIDE')
    .where('variantesEtat', '=', 'FAITES')
    .groupBy(['evenementId', 'couverture', 'favori'])
    .orderBy('couverture')
    .orderBy('favori')
    .execute()
  // What comes last wins.
  return new Map(rows.map((row) => [row.evenementId, Number(row.id)]))
}

/** Those of the events to which this person has brought a media. */
export async function evenementsAuthoredIn(
  database: Database,
  evenementIds: readonly number[],
  auteurId: number,
): Promise<ReadonlySet<number>> {
  if (evenementIds.length === 0) return new Set()
  const rows = await database
    .selectFrom('media')
    .select('evenementId')
    .distinct()
    .where('evenementId', 'in', evenementIds)
    .where('auteurId', '=', auteurId)
    .execute()
  return new Set(rows.map((row) => row.evenementId))
}

/**
 * Hands every file of an event to the sweeper: originals with what was made of them, unfinished uploads.
 * Call it in the transaction that drops their rows.
 */
export async function discardFilesOfEvenement(database: Database, evenementId: number, depuis: string): Promise<void> {
  const medias = await database.selectFrom('media').select('fichier').where('evenementId', '=', evenementId).execute()
  const uploads = await database
    .selectFrom('upload')
    .select('fichierTemporaire')
    .where('evenementId', '=', evenementId)
    .execute()
  const files = [...medias.map((media) => media.fichier), ...uploads.map((upload) => upload.fichierTemporaire)]
  await eraseLater(database, files, depuis)
}
