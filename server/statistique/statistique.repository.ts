import type { Database } from '../database/database.ts'

export function countInscriptionsByStatut(database: Database, evenementIds: readonly number[]) {
  if (evenementIds.length === 0) return Promise.resolve([])
  return database
    .selectFrom('inscription')
    .select((select) => ['statutInscription as statut', select.fn.countAll<number | string>().as('n')])
    .where('evenementId', 'in', evenementIds)
    .groupBy('statutInscription')
    .execute()
}

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
  return sorted.map(([heure, counts]) => ({ heure, ...counts }))
}

/** Contributors of media that are not removed, by number of media. */
export function findContributeurs(database: Database, evenementId: number) {
  return database
    .selectFrom('media')
    .innerJoin('utilisateur', 'utilisateur.id', 'media.auteurId')
    .select((select) => [
      'utilisateur.id',
      'utilisateur.prenom',
      'utilisateur.nom',
      select.fn.countAll<number | string>().as('medias'),
      select.fn.countAll<number | string>().filterWhere('media.statut', '=', 'VALIDE').as('mediasValides'),
    ])
    .where('media.evenementId', '=', evenementId)
    .where('media.statut', '<>', 'SUPPRIME')
    .groupBy(['utilisateur.id', 'utilisateur.prenom', 'utilisateur.nom'])
    .orderBy('medias', 'desc')
    .orderBy('utilisateur.id')
    .execute()
}
