import type { Database } from '../database/database.ts'

/** Number of contributors and total bytes of media that are not removed, of several events. */
export async function sumMedias(database: Database, evenementIds: readonly number[]) {
  if (evenementIds.length === 0) return { contributeurs: 0, octets: 0 }
  const sums = await database
    .selectFrom('media')
    .select((select) => [
      select.fn.count<number | string>('auteurId').distinct().as('contributeurs'),
      select.fn.sum<number | string | null>('taille').as('octets'),
    ])
    .where('evenementId', 'in', evenementIds)
    .where('statut', '<>', 'SUPPRIME')
    .executeTakeFirstOrThrow()
  return { contributeurs: Number(sums.contributeurs), octets: Number(sums.octets ?? 0) }
}

/**
 * Number of deposited media per hour, and how many of them are pending, oldest first; `heure` is `YYYY-MM-DDTHH` in
 * UTC.
 */
export async function countDepotsByHour(database: Database, evenementIds: readonly number[]) {
  if (evenementIds.length === 0) return []
  // The first 13 characters of an ISO instant are its hour. Event by event, in the order of an index: without a sort.
  const counted = await database
    .selectFrom('media')
    .select((select) => [
      select.fn<string>('substr', ['dateDepot', select.lit(1), select.lit(13)]).as('heure'),
      select.fn.countAll<number | string>().as('n'),
      select.fn.countAll<number | string>().filterWhere('statut', '=', 'EN_ATTENTE').as('enAttente'),
    ])
    .where('evenementId', 'in', evenementIds)
    .groupBy(['evenementId', 'heure'])
    .execute()
  const hours = new Map<string, { n: number; enAttente: number }>()
  for (const { heure, n, enAttente } of counted) {
    const hour = hours.get(heure) ?? { n: 0, enAttente: 0 }
    hours.set(heure, { n: hour.n + Number(n), enAttente: hour.enAttente + Number(enAttente) })
  }
  const sorted = [...hours].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return sorted.map(([heure, { n, enAttente }]) => ({ heure, n, enAttente }))
}

/** Contributors of media that are not removed, by number of media. Counts in an index, then reads the people. */
export async function findContributeurs(database: Database, evenementId: number) {
  return database
    .selectFrom(
      database
        .selectFrom('media')
        .select((select) => [
          'auteurId',
          select.fn.countAll<number | string>().as('medias'),
          select.fn.countAll<number | string>().filterWhere('statut', '=', 'VALIDE').as('mediasValides'),
        ])
        .where('evenementId', '=', evenementId)
        .where('statut', '<>', 'SUPPRIME')
        .groupBy('auteurId')
        .as('compte'),
    )
    .innerJoin('utilisateur', 'utilisateur.id', 'compte.auteurId')
    .select(['utilisateur.id', 'utilisateur.prenom', 'utilisateur.nom', 'medias', 'mediasValides'])
    .orderBy('medias', 'desc')
    .orderBy('utilisateur.id')
    .execute()
}
