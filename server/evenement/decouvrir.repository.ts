import { evenementsPublicsMax, type PlaceEvenement, placeText } from '#domain/evenement/evenement.ts'
import { foldText } from '#domain/texte/searchWords.ts'
import type { Database } from '../database/database.ts'
import type { EvenementRow } from '../database/tables/evenements.ts'
import { containsText, findEvenementsByIds, livingEvenements } from './evenement.repository.ts'

/** Maximum number of events that one text search reads, which bounds its cost. */
const searchedMax = 1000

export interface DecouvrirQuery {
  readonly recherche: string
  readonly apres?: PlaceEvenement | undefined
}

/** A page of public planned events (product 10), newest dateDebut first, and the cursor of the next page. */
export async function findEvenementsPublics(
  database: Database,
  { recherche, apres }: DecouvrirQuery,
): Promise<{ evenements: EvenementRow[]; suite: string | null }> {
  const term = foldText(recherche).trim()
  const ordered = publicEvenements(database, apres)
  const found = await (
    term === ''
      ? ordered
      : database
          .selectFrom(ordered.select('recherche').limit(searchedMax).as('evenement'))
          .select(['id', 'dateDebut'])
          .where(containsText(term))
          .orderBy('dateDebut', 'desc')
          .orderBy('id', 'desc')
  )
    .limit(evenementsPublicsMax + 1)
    .execute()
  const page = found.slice(0, evenementsPublicsMax)
  const last =
    found.length > page.length
      ? page.at(-1)
      : term !== '' &&
        (await ordered
          .offset(searchedMax - 1)
          .limit(1)
          .executeTakeFirst())
  return {
    evenements: await findEvenementsByIds(
      database,
      page.map(({ id }) => id),
    ),
    suite: last ? placeText(last) : null,
  }
}

/** Ids and dates of public planned events, after the cursor if there is one. */
export function publicEvenements(database: Database, apres: PlaceEvenement | undefined) {
  const all = livingEvenements(database)
    .select(['id', 'dateDebut'])
    .where('visibilite', '=', 'PUBLIC')
    .where('statut', '=', 'PLANIFIE')
    .orderBy('dateDebut', 'desc')
    .orderBy('id', 'desc')
  if (!apres) return all
  return all.where((where) => where(where.refTuple('dateDebut', 'id'), '<', where.tuple(apres.dateDebut, apres.id)))
}
