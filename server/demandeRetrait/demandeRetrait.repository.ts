import type { Insertable, Selectable } from 'kysely'
import type { Database } from '../database/database.ts'
import type { DemandeRetraitTable } from '../database/tables/medias.ts'

export type DemandeRow = Selectable<DemandeRetraitTable>

export function insertDemande(database: Database, demande: Insertable<DemandeRetraitTable>): Promise<DemandeRow> {
  return database.insertInto('demandeRetrait').values(demande).returningAll().executeTakeFirstOrThrow()
}

export function findDemande(database: Database, id: number): Promise<DemandeRow | undefined> {
  return database.selectFrom('demandeRetrait').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The undecided request of a person about a media. */
export function findDemandeOuverte(
  database: Database,
  { mediaId, demandeurId }: { mediaId: number; demandeurId: number },
): Promise<DemandeRow | undefined> {
  return database
    .selectFrom('demandeRetrait')
    .selectAll()
    .where('mediaId', '=', mediaId)
    .where('demandeurId', '=', demandeurId)
    .where('statut', '=', 'EN_ATTENTE')
    .executeTakeFirst()
}

/** Whether anyone still waits for the answer to a request about a media. */
export async function hasDemandeOuverte(database: Database, mediaId: number): Promise<boolean> {
  const open = await database
    .selectFrom('demandeRetrait')
    .select('id')
    .where('mediaId', '=', mediaId)
    .where('statut', '=', 'EN_ATTENTE')
    .executeTakeFirst()
  return open !== undefined
}

/** Marks an open request that is not marked yet. @returns undefined when there was nothing to change */
export function markMineur(database: Database, id: number): Promise<DemandeRow | undefined> {
  return database
    .updateTable('demandeRetrait')
    .set({ mineur: 1 })
    .where('id', '=', id)
    .where('statut', '=', 'EN_ATTENTE')
    .where('mineur', '=', 0)
    .returningAll()
    .executeTakeFirst()
}

/**
 * Removal requests about media of an event: open ones first, of those the ones about a minor first, then the newest.
 */
export function findDemandesOfEvenement(database: Database, evenementId: number): Promise<DemandeRow[]> {
  return database
    .selectFrom('demandeRetrait')
    .innerJoin('media', 'media.id', 'demandeRetrait.mediaId')
    .selectAll('demandeRetrait')
    .where('media.evenementId', '=', evenementId)
    .orderBy((by) => by.case().when('demandeRetrait.statut', '=', 'EN_ATTENTE').then(0).else(1).end())
    .orderBy(
      (by) => by.case().when('demandeRetrait.statut', '=', 'EN_ATTENTE').then(by.ref('mineur')).else(0).end(),
      'desc',
    )
    .orderBy('demandeRetrait.id', 'desc')
    .execute()
}

/** Decides open requests: one, or all about a media. @returns those decided by this call */
export function decideDemandes(
  database: Database,
  which: { id: number } | { mediaId: number },
  decision: Pick<DemandeRow, 'statut' | 'decideLe'>,
): Promise<DemandeRow[]> {
  const query = database.updateTable('demandeRetrait').set(decision).where('statut', '=', 'EN_ATTENTE')
  const narrowed = 'id' in which ? query.where('id', '=', which.id) : query.where('mediaId', '=', which.mediaId)
  return narrowed.returningAll().execute()
}
