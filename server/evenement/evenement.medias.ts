import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { eraseLater } from '../media/media.repository.ts'

/** Whether a person has media of any statut in an event. */
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

/** Number of media per event and statut, in one query. */
export function countMediasByStatut(database: Database, evenementIds: readonly number[]) {
  if (evenementIds.length === 0) return Promise.resolve([])
  return database
    .selectFrom('media')
    .select((select) => ['evenementId', 'statut', select.fn.countAll<number | string>().as('n')])
    .where('evenementId', 'in', evenementIds)
    .groupBy(['evenementId', 'statut'])
    .execute()
}

/** Number of validated media per event, and of those by one author. An empty album counts 0. */
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
 * The cover media of each event: the one that the organiser chose, else the first favourite, else the first media.
 * Only validated media with a preview. One seek each, whatever the number of media.
 */
export async function couverturesOf(
  database: Database,
  evenementIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (evenementIds.length === 0) return new Map()
  const rows = await database
    .selectFrom('evenement')
    .select((select) => {
      const shown = select
        .selectFrom('media')
        .select((media) => media.fn.min<number | string | null>('media.id').as('id'))
        .whereRef('media.evenementId', '=', 'evenement.id')
        .where('media.statut', '=', 'VALIDE')
        .where('media.variantesEtat', '=', 'FAITES')
      return [
        'evenement.id as evenementId',
        // A literal: a partial index does not serve a parameter.
        shown.where('couverture', '=', sql.lit(1)).as('chosen'),
        shown.where('favori', '=', 1).as('favourite'),
        shown.where('favori', '=', 0).as('first'),
      ]
    })
    .where('evenement.id', 'in', evenementIds)
    .execute()
  return new Map(
    rows.flatMap(({ evenementId, chosen, favourite, first }) => {
      const id = chosen ?? favourite ?? first
      return id === null ? [] : [[evenementId, Number(id)]]
    }),
  )
}

/** The events among `evenementIds` to which this person has added a media. */
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
 * Lists all files of an event for the sweeper: originals with their variants, unfinished uploads. Call it in the
 * transaction that deletes their rows.
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
