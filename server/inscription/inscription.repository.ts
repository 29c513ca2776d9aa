import type { Insertable } from 'kysely'
import type { StatutInscription } from '#domain/inscription/inscription.ts'
import type { Database } from '../database/database.ts'
import type { InscriptionRow, InscriptionTable } from '../database/tables/evenements.ts'

export function findInscription(database: Database, id: number): Promise<InscriptionRow | undefined> {
  return database.selectFrom('inscription').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The registration of a person for an event, of any statut. */
export function findInscriptionOf(
  database: Database,
  { evenementId, utilisateurId }: { evenementId: number; utilisateurId: number },
): Promise<InscriptionRow | undefined> {
  return database
    .selectFrom('inscription')
    .selectAll()
    .where('evenementId', '=', evenementId)
    .where('utilisateurId', '=', utilisateurId)
    .executeTakeFirst()
}

/** Registrations with their person, oldest first: those of an event, or one. */
export function findInscriptionsWithUser(database: Database, which: { evenementId: number } | { id: number }) {
  const query = database
    .selectFrom('inscription')
    .innerJoin('utilisateur', 'utilisateur.id', 'inscription.utilisateurId')
    .select([
      'inscription.id',
      'inscription.statutInscription',
      'inscription.typeParticipation',
      'inscription.dateInscription',
      'utilisateur.id as userId',
      'utilisateur.nom',
      'utilisateur.prenom',
      'utilisateur.email',
      'utilisateur.invite',
      'inscription.lienId',
    ])
    .orderBy('inscription.dateInscription')
    .orderBy('inscription.id')
  if ('id' in which) return query.where('inscription.id', '=', which.id).execute()
  return query.where('inscription.evenementId', '=', which.evenementId).execute()
}

export type InscriptionOfEvenement = Pick<InscriptionRow, (typeof shown)[number]>
const shown = ['id', 'evenementId', 'utilisateurId', 'statutInscription', 'typeParticipation'] as const

/** Registrations of several events in one query; only those of one person when given. */
export function findInscriptionsOfEvenements(
  database: Database,
  evenementIds: readonly number[],
  utilisateurId: number | null = null,
): Promise<InscriptionOfEvenement[]> {
  if (evenementIds.length === 0) return Promise.resolve([])
  return database
    .selectFrom('inscription')
    .select(shown)
    .where('evenementId', 'in', evenementIds)
    .$if(utilisateurId !== null, (query) => query.where('utilisateurId', '=', utilisateurId))
    .orderBy('id')
    .execute()
}

/** Number of registrations per event and statut. */
export function countInscriptionsByEvenement(database: Database, evenementIds: readonly number[]) {
  if (evenementIds.length === 0) return Promise.resolve([])
  return database
    .selectFrom('inscription')
    .select((select) => ['evenementId', 'statutInscription as statut', select.fn.countAll<number | string>().as('n')])
    .where('evenementId', 'in', evenementIds)
    .groupBy(['evenementId', 'statutInscription'])
    .execute()
}

/** The new registration, or undefined when the person already has one. */
export function insertInscription(
  database: Database,
  inscription: Insertable<InscriptionTable>,
): Promise<InscriptionRow | undefined> {
  return database
    .insertInto('inscription')
    .values(inscription)
    .onConflict((conflict) => conflict.columns(['evenementId', 'utilisateurId']).doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Changes the statut if it is unchanged since `inscription` was read; false when it is not. */
export async function moveInscription(
  database: Database,
  inscription: Pick<InscriptionRow, 'id' | 'statutInscription'>,
  change: { statut: StatutInscription; decideLe: string },
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('inscription')
    .set({ statutInscription: change.statut, decideLe: change.decideLe })
    .where('id', '=', inscription.id)
    .where('statutInscription', '=', inscription.statutInscription)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** @returns false when there is no such registration */
export async function deleteInscription(database: Database, id: number): Promise<boolean> {
  const { numDeletedRows } = await database.deleteFrom('inscription').where('id', '=', id).executeTakeFirst()
  return numDeletedRows === 1n
}

export async function countInscriptionsValides(database: Database, evenementId: number): Promise<number> {
  const { n } = await database
    .selectFrom('inscription')
    .select((select) => select.fn.countAll<number | string>().as('n'))
    .where('evenementId', '=', evenementId)
    .where('statutInscription', '=', 'VALIDE')
    .executeTakeFirstOrThrow()
  return Number(n)
}

export function findInscriptionsOfUtilisateur(database: Database, utilisateurId: number): Promise<InscriptionRow[]> {
  return database.selectFrom('inscription').selectAll().where('utilisateurId', '=', utilisateurId).execute()
}
