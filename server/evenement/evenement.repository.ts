import { type ExpressionBuilder, type Insertable, sql, type Updateable } from 'kysely'
import {
  evenementsPublicsMax,
  type PlaceEvenement,
  placeText,
  searchTextOf,
  type StatutEvenement,
  statutsActifs,
} from '#domain/evenement/evenement.ts'
import { foldText } from '#domain/texte/searchWords.ts'
import type { Database } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'
import type { EvenementRow, EvenementTable } from '../database/tables/evenements.ts'

/** Maximum number of events that one text search reads, which bounds its cost. */
const searchedMax = 1000

/** Events that are not deleted. A deleted event is only visible in its organiser's list of deleted events. */
export function livingEvenements(database: Database) {
  return database.selectFrom('evenement').where('evenement.supprimeLe', 'is', null)
}

/** Ids of deleted events, for queries that do not start from an event. */
export function deletedEvenements(database: Database) {
  return database.selectFrom('evenement').select('evenement.id').where('evenement.supprimeLe', 'is not', null)
}

/** The time zone of a media's event, as a column `fuseau`. */
export function fuseauOfMedia(media: ExpressionBuilder<Schema, 'media'>) {
  const evenement = media.selectFrom('evenement').whereRef('evenement.id', '=', 'media.evenementId')
  return evenement.select('fuseau').$asScalar().$notNull().as('fuseau')
}

/** An event that is not deleted. */
export function findEvenement(database: Database, id: number): Promise<EvenementRow | undefined> {
  return livingEvenements(database).selectAll().where('id', '=', id).executeTakeFirst()
}

interface EvenementFilter {
  readonly statut?: StatutEvenement | undefined
  /** A text in titre, description or lieu; case and accents do not count. */
  readonly keyword?: string | undefined
}

/** Events of an organiser that are not deleted, newest dateDebut first. */
export function findEvenementsOfCreateur(
  database: Database,
  createurId: number,
  { statut, keyword = '' }: EvenementFilter = {},
): Promise<EvenementRow[]> {
  const term = foldText(keyword).trim()
  return livingEvenements(database)
    .selectAll()
    .where('createurId', '=', createurId)
    .$if(statut !== undefined, (query) => query.where('statut', '=', statut ?? 'PLANIFIE'))
    .$if(term !== '', (query) => query.where(containsText(term)))
    .orderBy('dateDebut', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Whether the searched text of an event contains a folded term. */
function containsText(term: string) {
  return sql<boolean>`${sql.ref('recherche')} like ${`%${term.replaceAll(/[!%_]/g, '!$&')}%`} escape '!'`
}

/** Events that a person joined or is invited to (product 10), newest dateDebut first. */
export function findEvenementsOfParticipant(database: Database, utilisateurId: number): Promise<EvenementRow[]> {
  return (
    livingEvenements(database)
      .selectAll()
      // A union, not `or`, and no index of living events: SQLite would read all of them.
      .where((where) =>
        where(
          'evenement.id',
          'in',
          where
            .selectFrom('inscription')
            .select('evenementId')
            .where('utilisateurId', '=', utilisateurId)
            .union(
              where
                .selectFrom('invitation')
                .select('evenementId')
                .where('utilisateurId', '=', utilisateurId)
                .where('revoqueLe', 'is', null)
                .where('statut', '<>', 'REFUSEE'),
            ),
        ),
      )
      .orderBy('dateDebut', 'desc')
      .orderBy('id', 'desc')
      .execute()
  )
}

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

/** Number of events of an organiser that count against the plan. */
export async function countEvenementsActifs(database: Database, createurId: number): Promise<number> {
  const { n } = await livingEvenements(database)
    .select((select) => select.fn.countAll<number | string>().as('n'))
    .where('createurId', '=', createurId)
    .where('statut', 'in', statutsActifs)
    .executeTakeFirstOrThrow()
  return Number(n)
}

export function insertEvenement(database: Database, evenement: Insertable<EvenementTable>): Promise<EvenementRow> {
  const row = { ...evenement, recherche: searchTextOf(evenement) }
  return database.insertInto('evenement').values(row).returningAll().executeTakeFirstOrThrow()
}

/** The last event that a person has created with this title and these dates. */
export function findLastCreated(
  database: Database,
  like: Pick<EvenementRow, 'createurId' | 'titre' | 'dateDebut' | 'dateFin'>,
): Promise<EvenementRow | undefined> {
  return livingEvenements(database)
    .selectAll()
    .where('createurId', '=', like.createurId)
    .where('titre', '=', like.titre)
    .where('dateDebut', '=', like.dateDebut)
    .where('dateFin', '=', like.dateFin)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function updateEvenement(
  database: Database,
  id: number,
  changes: Updateable<EvenementTable>,
): Promise<void> {
  await database.updateTable('evenement').set(changes).where('id', '=', id).execute()
}

/** Deletes the row of an event for good. */
export async function deleteEvenement(database: Database, id: number): Promise<void> {
  await database.deleteFrom('evenement').where('id', '=', id).execute()
}

/**
 * Advances events whose `date` has passed. A statut set by hand is kept until dateDebut or dateFin passes after it was
 * set (product 16).
 */
export async function advanceStatut(
  database: Database,
  { from, to, date, now }: { from: StatutEvenement; to: StatutEvenement; date: 'dateDebut' | 'dateFin'; now: string },
): Promise<EvenementRow[]> {
  return database
    .updateTable('evenement')
    .set((set) => ({ statut: to, version: set('version', '+', 1), modifieLe: now, modifieParId: null }))
    .where('statut', '=', from)
    .where('supprimeLe', 'is', null)
    .where(date, '<=', now)
    .where((where) =>
      where.or([
        where('statutManuel', '=', 0),
        ...(['dateDebut', 'dateFin'] as const).map((boundary) =>
          where.and([where(boundary, '<=', now), where(boundary, '>', where.ref('statutManuelLe'))]),
        ),
      ]),
    )
    .returningAll()
    .execute()
}

export function findEvenementsByIds(database: Database, ids: readonly number[]): Promise<EvenementRow[]> {
  if (ids.length === 0) return Promise.resolve([])
  return livingEvenements(database)
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('dateDebut', 'desc')
    .orderBy('id', 'desc')
    .execute()
}
