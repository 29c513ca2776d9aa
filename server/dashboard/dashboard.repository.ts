import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { deletedEvenements, livingEvenements } from '../evenement/evenement.repository.ts'
import { findMedias, type MediaAvecAuteur } from '../media/media.repository.ts'

/** The number of people with a registration for one of the events that is not cancelled. */
export async function countInscrits(database: Database, evenementIds: readonly number[]): Promise<number> {
  if (evenementIds.length === 0) return 0
  const { n } = await database
    .selectFrom('inscription')
    .select((select) => select.fn.count<number | string>('utilisateurId').distinct().as('n'))
    .where('evenementId', 'in', evenementIds)
    .where('statutInscription', '<>', 'ANNULE')
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** The latest validated media of these events, and of others only those of one author. */
export async function findDerniersValides(
  database: Database,
  {
    evenementIds,
    own,
  }: { evenementIds: readonly number[]; own?: { evenementIds: readonly number[]; auteurId: number } },
  limit: number,
): Promise<MediaAvecAuteur[]> {
  const found = [
    ...(await latestOfEvenements(database, evenementIds, limit)),
    ...(own ? await latestOfAuteur(database, own, limit) : []),
  ]
  const latest = found
    .toSorted((a, b) => compareText(b.dateValidation, a.dateValidation) || b.id - a.id)
    .slice(0, limit)
  const ids = latest.map(({ id }) => id)
  const rows = await findMedias(database, ids)
  return rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

function compareText(a: string | null, b: string | null): number {
  if (a === b) return 0
  return (a ?? '') < (b ?? '') ? -1 : 1
}

/**
 * Reads one entry of an index per event, then at most `limit` entries of the `limit` events with the latest ones: no
 * other event can have one of the latest media.
 */
async function latestOfEvenements(database: Database, evenementIds: readonly number[], limit: number) {
  if (evenementIds.length === 0) return []
  const evenements = await livingEvenements(database)
    .select((select) => [
      'evenement.id',
      // Null sorts first on PostgreSQL, and last on SQLite.
      select.fn
        .coalesce(
          select
            .selectFrom('media')
            .select(({ fn }) => fn.max<string | null>('media.dateValidation').as('last'))
            .whereRef('media.evenementId', '=', 'evenement.id')
            .where('media.statut', '=', 'VALIDE'),
          sql.lit(''),
        )
        .as('last'),
    ])
    .where('evenement.id', 'in', evenementIds)
    .orderBy('last', 'desc')
    .orderBy('evenement.id', 'desc')
    .limit(limit)
    .execute()
  const found = []
  for (const { id } of evenements)
    found.push(
      ...(await database
        .selectFrom('media')
        .select(['id', 'dateValidation'])
        .where('evenementId', '=', id)
        .where('statut', '=', 'VALIDE')
        .orderBy('dateValidation', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()),
    )
  return found
}

async function latestOfAuteur(
  database: Database,
  { evenementIds, auteurId }: { evenementIds: readonly number[]; auteurId: number },
  limit: number,
) {
  if (evenementIds.length === 0) return []
  return database
    .selectFrom('media')
    .select(['id', 'dateValidation'])
    .where('auteurId', '=', auteurId)
    .where('evenementId', 'in', evenementIds)
    .where('evenementId', 'not in', deletedEvenements(database))
    .where('statut', '=', 'VALIDE')
    .orderBy('dateValidation', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Deposit date of the media that has waited longest for a decision in these events. */
export async function findOldestWaiting(database: Database, evenementIds: readonly number[]): Promise<string | null> {
  if (evenementIds.length === 0) return null
  const { oldest } = await database
    .selectFrom('media')
    .select((select) => select.fn.min<string | null>('dateDepot').as('oldest'))
    .where('evenementId', 'in', evenementIds)
    .where('statut', '=', 'EN_ATTENTE')
    .executeTakeFirstOrThrow()
  return oldest
}

/** Open removal requests by event, separately for those about a minor, which come first. */
export async function countDemandesByEvenement(database: Database, evenementIds: readonly number[]) {
  if (evenementIds.length === 0) return []
  const rows = await database
    .selectFrom('demandeRetrait')
    .innerJoin('media', 'media.id', 'demandeRetrait.mediaId')
    .select((select) => [
      'media.evenementId',
      'mineur',
      select.fn.countAll<number | string>().as('n'),
      select.fn.min('demandeRetrait.creeLe').as('depuis'),
    ])
    .where('media.evenementId', 'in', evenementIds)
    .where('demandeRetrait.statut', '=', 'EN_ATTENTE')
    .groupBy(['media.evenementId', 'mineur'])
    .orderBy('mineur', 'desc')
    .orderBy('media.evenementId')
    .execute()
  return rows.map(({ evenementId, mineur, n, depuis }) => ({
    evenementId,
    mineur: mineur === 1,
    nombre: Number(n),
    depuis,
  }))
}

/** A person's own media by statut, without those that the person deleted. */
export function countOwnMedias(database: Database, auteurId: number) {
  return database
    .selectFrom('media')
    .select((select) => ['statut', select.fn.countAll<number | string>().as('n')])
    .where('auteurId', '=', auteurId)
    .where('evenementId', 'not in', deletedEvenements(database))
    .where((where) => where.or([where('statut', '<>', 'SUPPRIME'), where('decideParId', 'is distinct from', auteurId)]))
    .groupBy('statut')
    .execute()
}
