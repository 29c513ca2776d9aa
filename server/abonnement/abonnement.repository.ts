import type { Insertable } from 'kysely'
import type { StatutAbonnement } from '#domain/abonnement/abonnement.ts'
import type { Database } from '../database/database.ts'
import type { AbonnementRow, AbonnementTable } from '../database/tables/people.ts'

export function findAbonnement(database: Database, utilisateurId: number): Promise<AbonnementRow | undefined> {
  return database.selectFrom('abonnement').selectAll().where('utilisateurId', '=', utilisateurId).executeTakeFirst()
}

/** Inserts or replaces the single subscription of a person. */
export async function putAbonnement(database: Database, row: Insertable<AbonnementTable>): Promise<void> {
  await database
    .insertInto('abonnement')
    .values(row)
    .onConflict((conflict) => conflict.column('utilisateurId').doUpdateSet(row))
    .execute()
}

/** @returns false when a message of the provider has changed the subscription since it was read */
export async function setStatutAbonnement(
  database: Database,
  seen: Pick<AbonnementRow, 'id' | 'statut' | 'dateExpiration' | 'renouvele'>,
  statut: StatutAbonnement,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('abonnement')
    .set({ statut })
    .where('id', '=', seen.id)
    .where('statut', '=', seen.statut)
    .where('dateExpiration', 'is not distinct from', seen.dateExpiration)
    .where('renouvele', '=', seen.renouvele)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Subscriptions in one of these statuts whose dateExpiration is at `instant` or before. */
export function findAbonnementsUntil(
  database: Database,
  statuts: readonly StatutAbonnement[],
  instant: string,
): Promise<AbonnementRow[]> {
  return database
    .selectFrom('abonnement')
    .selectAll()
    .where('statut', 'in', statuts)
    .where('dateExpiration', '<=', instant)
    .execute()
}

/** Whether a message of the provider was already processed. @param avis its id */
export async function isKnownAvis(database: Database, avis: string): Promise<boolean> {
  return (
    (await database.selectFrom('avisPaiement').select('id').where('avis', '=', avis).executeTakeFirst()) !== undefined
  )
}

/** Id of the newest message about a subscription; 0 when there is none. */
export async function newestAvis(database: Database, reference: string): Promise<number> {
  const newest = await database
    .selectFrom('avisPaiement')
    .select((select) => select.fn.max('id').as('id'))
    .where('reference', '=', reference)
    .executeTakeFirst()
  return newest?.id ?? 0
}

/** Subscriptions of erased people that the provider would renew. */
export function findRenewalsOfErased(database: Database, fournisseur: string): Promise<AbonnementRow[]> {
  return database
    .selectFrom('abonnement')
    .innerJoin('utilisateur', 'utilisateur.id', 'abonnement.utilisateurId')
    .selectAll('abonnement')
    .where('utilisateur.effaceLe', 'is not', null)
    .where('fournisseur', '=', fournisseur)
    .where('statut', 'in', ['ACTIF', 'SUSPENDU'])
    .where('renouvele', '=', 1)
    .execute()
}

/** Marks a subscription as one that does not renew itself; the provider is not called. */
export async function stopRenewal(database: Database, id: number): Promise<void> {
  await database.updateTable('abonnement').set({ renouvele: 0 }).where('id', '=', id).execute()
}
