import { sql } from 'kysely'
import { evenementsPublicsMax, type PlaceEvenement, placeText } from '#domain/evenement/evenement.ts'
import { foldText } from '#domain/texte/searchWords.ts'
import type { Database } from '../database/database.ts'
import type { EvenementRow } from '../database/tables/evenements.ts'
import { findEvenementsByIds, livingEvenements } from './evenement.repository.ts'

/** How many events one call looks through for a text: what it costs does not grow with the events of others. */
const searchedMax = 1000

export interface DecouvrirWish {
  readonly recherche: string
  readonly apres?: PlaceEvenement | undefined
}

/** A page of public events still planned (product 10), newest dateDebut first, and where the next one begins. */
export async function findEvenementsPublics(
  database: Database,
  { recherche, apres }: DecouvrirWish,
): Promise<{ evenements: EvenementRow[]; suite: string | null }> {
  const wanted = foldText(recherche).trim()
  const ordered = publicEvenements(database, apres)
  const found = await (
    wanted === ''
      ? ordered
      : database
          .selectFrom(ordered.select('recherche').limit(searchedMax).as('evenement'))
          .select(['id', 'dateDebut'])
          .where(sql<boolean>`${sql.ref('recherche')} like ${likeText(wanted)} escape '!'`)
          .orderBy('dateDebut', 'desc')
          .orderBy('id', 'desc')
  )
    .limit(evenementsPublicsMax + 1)
    .execute()
  const page = found.slice(0, evenementsPublicsMax)
  const last =
    found.length > page.length
      ? page.at(-1)
      : wanted !== '' &&
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

/** Places of the public events still planned, those behind one place when it is given. */
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

function likeText(text: string): string {
  return `%${text.replaceAll(/[!%_]/g, '!$&')}%`
}
